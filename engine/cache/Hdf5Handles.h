// HDF5's identifiers, closed at the end of their lives; failures become exceptions. Inside engine/cache only.
#pragma once

#include "engine/core/Error.h"

#include <hdf5.h>

#include <mutex>
#include <utility>

namespace sastrugi::hdf5
{

/// The library keeps global state and is not built for threads everywhere: hold this around its use.
class Session
{
public:
    Session() : m_lock(mutex()) { H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr); }

private:
    static std::mutex& mutex()
    {
        static std::mutex lock;
        return lock;
    }
    std::lock_guard<std::mutex> m_lock;
};

/// Throws when an HDF5 call says that it failed. `what` completes "HDF5 cannot ...".
template <class Result>
Result checked(Result result, const char* what)
{
    if (result < 0)
        fail(ErrorKind::InputOutput, "HDF5 cannot {}", what);
    return result;
}

class Handle
{
public:
    using Close = herr_t (*)(hid_t);

    Handle(hid_t id, Close close, const char* what) : m_id(checked(id, what)), m_close(close) {}
    Handle(Handle&& other) noexcept : m_id(std::exchange(other.m_id, -1)), m_close(other.m_close) {}
    Handle& operator=(Handle&&) = delete;
    ~Handle()
    {
        if (m_id >= 0)
            m_close(m_id);
    }

    operator hid_t() const { return m_id; }

private:
    hid_t m_id;
    Close m_close;
};

} // namespace sastrugi::hdf5
