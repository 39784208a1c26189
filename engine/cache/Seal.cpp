#include "engine/cache/Seal.h"

#include <array>
#include <cstring>
#include <fstream>

namespace sastrugi
{

namespace
{

constexpr std::array<char, 16> magic = {'S', 'a', 's', 't', 'r', 'u', 'g', 'i',
                                        ' ', 's', 'e', 'a', 'l', ' ', '1', '\n'};

/// As it lies in the file, little-endian.
struct Block {
    std::array<char, 16> magic;
    std::uint64_t payload; // bytes before the block
    Hash contentHash, prefixHash;
    Hash checksum; // of all that is before it
};
static_assert(sizeof(Block) == sealSize);

Hash checksumOf(std::span<const std::byte> payload, const Block& block)
{
    ContentHash hash;
    hash.addBytes(payload.data(), payload.size());
    hash.addBytes(&block, offsetof(Block, checksum));
    return hash.digest();
}

std::optional<Block> blockOf(std::span<const std::byte> last, std::uint64_t fileSize)
{
    Block block;
    std::memcpy(&block, last.data(), sealSize);
    if (block.magic != magic || block.payload != fileSize - sealSize)
        return std::nullopt;
    return block;
}

} // namespace

void appendSeal(std::vector<std::byte>& bytes, const Seal& seal)
{
    Block block = {magic, bytes.size(), seal.contentHash, seal.prefixHash, {}};
    block.checksum = checksumOf(bytes, block);
    const auto* raw = reinterpret_cast<const std::byte*>(&block);
    bytes.insert(bytes.end(), raw, raw + sizeof block);
}

std::optional<Seal> verifiedSeal(std::span<const std::byte> bytes)
{
    if (bytes.size() < sealSize)
        return std::nullopt;
    const std::optional<Block> block = blockOf(bytes.last(sealSize), bytes.size());
    if (!block || checksumOf(withoutSeal(bytes), *block) != block->checksum)
        return std::nullopt;
    return Seal{block->contentHash, block->prefixHash};
}

std::optional<Seal> quickSeal(const std::filesystem::path& path)
{
    std::error_code error;
    const std::uint64_t size = std::filesystem::file_size(path, error);
    if (error || size < sealSize)
        return std::nullopt;
    std::array<std::byte, sealSize> last;
    std::ifstream file(path, std::ios::binary);
    file.seekg(static_cast<std::streamoff>(size - sealSize));
    if (!file.read(reinterpret_cast<char*>(last.data()), sealSize))
        return std::nullopt;
    const std::optional<Block> block = blockOf(last, size);
    if (!block)
        return std::nullopt;
    return Seal{block->contentHash, block->prefixHash};
}

} // namespace sastrugi
