// A disk on which things go wrong where a test wants it.
#pragma once

#include "tests/engine/simulation/FreeFallScene.h"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <string>
#include <string_view>

#include <signal.h>
#include <unistd.h>

namespace sastrugi::test
{

class FailingDisk : public FastFiles
{
public:
    std::uint64_t room = UINT64_MAX; // bytes until writing fails
    int error = ENOSPC;              // with this
    std::string dieAt;               // a point at which the process is killed,
    int dieAfter = 0;                // when it is passed for this time, from 0,
    std::string_view dieWith;        // in work on a file whose name contains this
    std::uint64_t written = 0;

    void reached(std::string_view point, const std::filesystem::path& path) override
    {
        const bool isNamed = path.filename().string().find(dieWith) != std::string::npos;
        if (point == dieAt && isNamed && dieAfter-- == 0)
            ::kill(::getpid(), SIGKILL);
    }

protected:
    std::ptrdiff_t writeSome(int descriptor, std::span<const std::byte> bytes) override
    {
        if (room == 0)
            return errno = error, -1;
        const std::size_t count = std::min<std::uint64_t>(bytes.size(), room);
        const std::ptrdiff_t done = FileLayer::writeSome(descriptor, bytes.first(count));
        if (done > 0) {
            room -= static_cast<std::uint64_t>(done);
            written += static_cast<std::uint64_t>(done);
        }
        return done;
    }
};

} // namespace sastrugi::test
