// That every figure which a solver reports is explained.
#include "engine/simulation/figureMeaning.h"
#include "engine/simulation/BoundaryInFrame.h"
#include "tests/TestCase.h"

#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QSet>

using namespace sastrugi;

class FigureMeaningTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyFigureHasOne()
    {
        static const QRegularExpression figure("figures\\[\"([A-Za-z]+)\"\\]");
        QSet<QString> names;
        QDirIterator files(SASTRUGI_SOURCE_DIR "/engine", {"*.cpp"}, QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            QFile file(files.next());
            QVERIFY(file.open(QIODevice::ReadOnly));
            auto matches = figure.globalMatch(QString::fromUtf8(file.readAll()));
            while (matches.hasNext())
                names.insert(matches.next().captured(1));
        }
        QVERIFY(names.size() > 40);
        for (const QString& name : names)
            QVERIFY2(!figureMeaning(name.toStdString()).empty(), qPrintable(name));
    }

    void figuresOfBoundariesHaveOne()
    {
        QVERIFY(!figureMeaning(loadFigure("my plate")).empty());
        std::map<std::string, double> figures;
        addBodyFigures(figures, "my.body", {});
        QCOMPARE(figures.size(), 7u);
        for (const auto& [name, value] : figures)
            QVERIFY2(!figureMeaning(name).empty(), name.c_str());
        QVERIFY(figureMeaning("anything else").empty());
    }
};

SASTRUGI_TEST(FigureMeaningTest)
#include "FigureMeaningTest.moc"
