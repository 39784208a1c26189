// The instruction set a set of kernels is built for, as text for reports.
namespace sastrugi::SASTRUGI_ISA
{

const char* isaName();

#define SASTRUGI_TEXT_(x) #x
#define SASTRUGI_TEXT(x) SASTRUGI_TEXT_(x)
const char* isaName() { return SASTRUGI_TEXT(SASTRUGI_ISA); }

} // namespace sastrugi::SASTRUGI_ISA
