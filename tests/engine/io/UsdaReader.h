// A small parser of USD's text format: metadata, prims, attributes with time samples, dictionaries. It knows the
// grammar and nothing of our writer.
#pragma once

#include <cctype>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace sastrugi::test
{

/// A value: a number, a text or asset, a tuple or list, or a dictionary. References keep their prim path.
struct UsdValue {
    enum class Kind { Number, Text, Asset, Tuple, List, Dictionary } kind = Kind::Number;
    double number = 0;
    std::string text, primPath;
    std::vector<UsdValue> items;
    std::map<std::string, UsdValue> entries; // with their types in front: "string primPath"
};

struct UsdAttribute {
    std::string type;
    std::map<std::string, UsdValue> metadata;
    std::map<double, UsdValue> samples;
    UsdValue value; // without a time
};

struct UsdPrim {
    std::string type, name;
    std::map<std::string, UsdValue> metadata;
    std::map<std::string, UsdAttribute> attributes;
    std::vector<UsdPrim> children;
};

struct UsdLayer {
    std::map<std::string, UsdValue> metadata;
    std::vector<UsdPrim> prims;
};

class UsdaReader
{
public:
    explicit UsdaReader(std::string text) : m_text(std::move(text)) {}

    /// Throws std::runtime_error that says where the text is not USD.
    UsdLayer read()
    {
        if (!m_text.starts_with("#usda 1.0\n"))
            stop("the first line is not #usda 1.0");
        m_at = 10;
        UsdLayer layer;
        if (isNext('('))
            layer.metadata = readMetadata();
        while (skip(), m_at < m_text.size())
            layer.prims.push_back(readPrim());
        return layer;
    }

private:
    [[noreturn]] void stop(const std::string& why) const
    {
        throw std::runtime_error(why + " before: " + m_text.substr(m_at, 40));
    }
    void skip()
    {
        while (m_at < m_text.size() && std::isspace(static_cast<unsigned char>(m_text[m_at])))
            ++m_at;
    }
    bool isNext(char letter)
    {
        skip();
        return m_at < m_text.size() && m_text[m_at] == letter;
    }
    bool take(char letter)
    {
        const bool is = isNext(letter);
        m_at += is;
        return is;
    }
    void expect(char letter)
    {
        if (!take(letter))
            stop(std::string("expected ") + letter);
    }
    std::string word()
    {
        skip();
        const std::size_t begin = m_at;
        while (m_at < m_text.size() && (std::isalnum(static_cast<unsigned char>(m_text[m_at])) ||
                                        std::string("_:.[]").find(m_text[m_at]) != std::string::npos))
            ++m_at;
        if (begin == m_at)
            stop("expected a word");
        return m_text.substr(begin, m_at - begin);
    }
    std::string until(char end)
    {
        const std::size_t begin = m_at, stopAt = m_text.find(end, begin);
        if (stopAt == std::string::npos)
            stop(std::string("no closing ") + end);
        m_at = stopAt + 1;
        return m_text.substr(begin, stopAt - begin);
    }

    UsdValue readValue()
    {
        UsdValue value;
        if (take('"')) {
            value.kind = UsdValue::Kind::Text;
            value.text = until('"');
        } else if (take('@')) {
            value.kind = UsdValue::Kind::Asset;
            value.text = until('@');
            if (take('<'))
                value.primPath = until('>');
        } else if (isNext('(') || isNext('[')) {
            const char close = take('(') ? ')' : (expect('['), ']');
            value.kind = close == ')' ? UsdValue::Kind::Tuple : UsdValue::Kind::List;
            while (!take(close)) {
                value.items.push_back(readValue());
                if (!isNext(close))
                    expect(',');
            }
        } else if (isNext('{')) {
            value.kind = UsdValue::Kind::Dictionary;
            expect('{');
            while (!take('}')) {
                const std::string type = word(), name = word();
                expect('=');
                value.entries[type + " " + name] = readValue();
            }
        } else {
            skip();
            std::size_t used = 0;
            value.number = std::stod(m_text.substr(m_at, 64), &used);
            m_at += used;
        }
        return value;
    }

    std::map<std::string, UsdValue> readMetadata()
    {
        std::map<std::string, UsdValue> metadata;
        expect('(');
        while (!take(')')) {
            std::string key = word();
            if (key == "prepend")
                key += " " + word();
            expect('=');
            if (!metadata.emplace(key, readValue()).second)
                stop("metadata twice: " + key);
        }
        return metadata;
    }

    UsdPrim readPrim()
    {
        if (word() != "def")
            stop("expected def");
        return readPrimAfterDef();
    }

    UsdPrim readPrimAfterDef()
    {
        UsdPrim prim;
        prim.type = word();
        expect('"');
        prim.name = until('"');
        if (isNext('('))
            prim.metadata = readMetadata();
        expect('{');
        while (!take('}')) {
            std::string type = word();
            if (type == "uniform")
                type = word();
            if (type == "def") {
                prim.children.push_back(readPrimAfterDef());
                continue;
            }
            std::string name = word();
            const bool hasSamples = name.ends_with(".timeSamples");
            if (hasSamples)
                name.resize(name.size() - 12);
            UsdAttribute& attribute = prim.attributes[name];
            if (!attribute.type.empty() && attribute.type != type)
                stop("two types of " + name);
            attribute.type = type;
            if (isNext('('))
                attribute.metadata = readMetadata();
            if (!hasSamples) {
                if (take('='))
                    attribute.value = readValue();
                continue;
            }
            expect('=');
            expect('{');
            while (!take('}')) {
                const double time = readValue().number;
                expect(':');
                attribute.samples[time] = readValue();
                if (!isNext('}'))
                    expect(',');
            }
        }
        return prim;
    }

    std::string m_text;
    std::size_t m_at = 0;
};

} // namespace sastrugi::test
