// The samples that come with the program.
#pragma once

#include <QList>
#include <QString>

namespace sastrugi::studio
{

struct Sample {
    QString title, text; // of its README: the heading, and the first paragraph
    QString scene, picture;
};

/// Beside the program's build, or where the environment variable SASTRUGI_SAMPLES says.
QString samplesFolder();
/// Each folder with a scene of its own name; by title.
QList<Sample> samplesIn(const QString& folder);

} // namespace sastrugi::studio
