// Messages agree with their numbers and nouns.
#include "engine/core/Words.h"

#include "tests/TestCase.h"

using namespace sastrugi;

class WordsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aCountHasTheRightNoun()
    {
        QCOMPARE(counted(1, "frame"), std::string("1 frame"));
        QCOMPARE(counted(0, "frame"), std::string("0 frames"));
        QCOMPARE(counted(2, "frame"), std::string("2 frames"));
        QCOMPARE(counted(1, "boundary", "boundaries"), std::string("1 boundary"));
        QCOMPARE(counted(3, "boundary", "boundaries"), std::string("3 boundaries"));
    }

    void anArticleFitsTheNoun()
    {
        QCOMPARE(withArticle("Emitter"), std::string("an Emitter"));
        QCOMPARE(withArticle("integer"), std::string("an integer"));
        QCOMPARE(withArticle("Mesh"), std::string("a Mesh"));
        QCOMPARE(withArticle(""), std::string("a "));
    }
};

SASTRUGI_TEST(WordsTest)
#include "WordsTest.moc"
