// What a physics test measures beside what it expects: compared, and a row of the table that `tests/physics/table`
// makes.
#pragma once

#include <QFile>
#include <QTest>
#include <QTextStream>

#include <cmath>

namespace sastrugi::test
{

/// Adds a row to the table of measured against expected values, where `tests/physics/table` asks for one.
inline void record(double actual, double expected, double tolerance, const char* what)
{
    QFile file(qEnvironmentVariable("SASTRUGI_PHYSICS_TABLE"));
    if (file.fileName().isEmpty() || !file.open(QIODevice::Append))
        return;
    const char* row = QTest::currentDataTag();
    QTextStream(&file) << "| " << QTest::currentTestFunction() << (row ? QString(": %1").arg(row) : QString()) << " | "
                       << what << " | " << QString::number(actual, 'g', 5) << " | " << QString::number(expected, 'g', 5)
                       << " | " << QString::number(tolerance, 'g', 2) << " |\n";
}

/// Fails the test when the numbers differ by more than the tolerance.
inline void compare(double actual, double expected, double tolerance, const char* what = "")
{
    record(actual, expected, tolerance, what);
    QVERIFY2(
        std::abs(actual - expected) <= tolerance,
        qPrintable(QString("%1: %2, expected %3 +- %4").arg(what).arg(actual, 0, 'g', 8).arg(expected).arg(tolerance)));
}

} // namespace sastrugi::test
