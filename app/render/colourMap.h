// The default colours of numbers: from deep blue over ice to warm white, lightness rising evenly.
#pragma once

class vtkLookupTable;

namespace sastrugi
{

/// Fills the table; its range stays.
void fillColours(vtkLookupTable& table);

} // namespace sastrugi
