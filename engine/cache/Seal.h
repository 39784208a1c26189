// The last bytes of every cache file: what it holds, and a checksum over all of it.
//
// HDF5 ignores what follows its own end, so other programs read the files as they are. No damaged byte reaches the
// HDF5 library, which may crash on one; and a folder is listed by reading a few bytes per file.
#pragma once

#include "engine/core/File.h"
#include "engine/core/Hash.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <vector>

namespace sastrugi
{

struct Seal {
    Hash contentHash; // of the frame; zero for checkpoints
    Hash prefixHash;  // PrefixHash of its time
};

constexpr std::size_t sealSize = 72;

/// Appends the seal to `bytes`.
void appendSeal(std::vector<std::byte>& bytes, const Seal& seal);

/// The seal of a whole file, with its checksum verified; nothing when it is damaged, truncated or of another kind.
std::optional<Seal> verifiedSeal(std::span<const std::byte> bytes);

/// The seal at the end of a file, with only the size of the file verified.
std::optional<Seal> quickSeal(const std::filesystem::path& path);

/// What verifiedSeal() verified, without the seal.
inline std::span<const std::byte> withoutSeal(std::span<const std::byte> bytes)
{
    return bytes.first(bytes.size() - sealSize);
}

} // namespace sastrugi
