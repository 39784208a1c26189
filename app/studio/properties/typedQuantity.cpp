#include "app/studio/properties/typedQuantity.h"

#include "engine/core/Error.h"

#include <cctype>
#include <cmath>

namespace sastrugi::studio
{

namespace
{

struct Quantity {
    double value = 0;
    bool hasUnit = false; // of the parameter; a plain number may be a factor
};

/// Sums of products of quantities and sums in brackets.
class Reader
{
public:
    Reader(std::string_view text, Unit unit, std::string_view bare)
        : m_text(text), m_rest(text), m_unit(unit), m_bare(bare),
          m_bareScale(bare.empty() ? 1 : parseQuantity("1 " + std::string(bare), unit))
    {
    }

    double read()
    {
        const Quantity result = sum();
        if (!skipSpace().empty())
            refuse();
        return withUnit(result).value;
    }

private:
    [[noreturn]] void refuse() const
    {
        const std::string_view unit = m_bare.empty() ? symbol(m_unit) : m_bare;
        if (m_rest.empty())
            fail(ErrorKind::Usage, "'{}' ends too early: a number is missing", m_text);
        if (m_rest.size() == m_text.size())
            fail(ErrorKind::Usage, "'{}' is not a number{}{}", m_text, unit.empty() ? "" : " in ", unit);
        fail(ErrorKind::Usage, "'{}' cannot be read from '{}' on", m_text, m_rest);
    }

    std::string_view skipSpace()
    {
        while (!m_rest.empty() && std::isspace(static_cast<unsigned char>(m_rest.front())))
            m_rest.remove_prefix(1);
        return m_rest;
    }

    bool take(char wanted)
    {
        if (skipSpace().empty() || m_rest.front() != wanted)
            return false;
        m_rest.remove_prefix(1);
        return true;
    }

    Quantity withUnit(const Quantity& quantity) const
    {
        return {quantity.hasUnit ? quantity.value : quantity.value * m_bareScale, true};
    }

    Quantity sum()
    {
        Quantity total = product();
        while (true) {
            const bool adds = take('+');
            if (!adds && !take('-'))
                return total;
            Quantity next = product();
            if (total.hasUnit != next.hasUnit) {
                total = withUnit(total);
                next = withUnit(next);
            }
            total = {adds ? total.value + next.value : total.value - next.value, total.hasUnit || next.hasUnit};
        }
    }

    Quantity product()
    {
        Quantity total = factor();
        while (true) {
            const bool multiplies = take('*');
            if (!multiplies && !take('/'))
                return total;
            const Quantity next = factor();
            if (next.hasUnit && (total.hasUnit || !multiplies))
                fail(ErrorKind::Usage, "'{}': of the factors only one can have a unit, and no divisor", m_text);
            total = {multiplies ? total.value * next.value : total.value / next.value, total.hasUnit || next.hasUnit};
        }
    }

    Quantity factor()
    {
        if (take('-')) {
            const Quantity inner = factor();
            return {-inner.value, inner.hasUnit};
        }
        if (take('(')) {
            const Quantity inner = sum();
            if (!take(')'))
                fail(ErrorKind::Usage, "'{}': a closing bracket is missing", m_text);
            return inner;
        }
        const std::string_view number = takeNumber();
        if (number.empty())
            refuse();
        skipSpace();
        const std::string_view unit = takeUnit();
        return {parseQuantity(std::string(number) + " " + std::string(unit), m_unit), !unit.empty()};
    }

    std::string_view takeNumber()
    {
        std::size_t length = 0;
        const auto at = [&](std::size_t i) { return i < m_rest.size() ? m_rest[i] : '\0'; };
        const auto isDigit = [&](std::size_t i) { return at(i) >= '0' && at(i) <= '9'; };
        while (isDigit(length) || at(length) == '.')
            ++length;
        if (length > 0 && (at(length) == 'e' || at(length) == 'E')) {
            const std::size_t sign = at(length + 1) == '-' || at(length + 1) == '+' ? 1 : 0;
            if (isDigit(length + 1 + sign)) {
                length += 1 + sign;
                while (isDigit(length))
                    ++length;
            }
        }
        return takeFirst(length);
    }

    /// Letters with powers; a bar belongs to it where a letter follows directly: "kg/m^3", but not "4 m / 2".
    std::string_view takeUnit()
    {
        std::size_t length = 0;
        const auto isLetter = [&](std::size_t i) {
            return i < m_rest.size() && (std::isalpha(static_cast<unsigned char>(m_rest[i])) || (m_rest[i] & 0x80));
        };
        while (length < m_rest.size()) {
            const char c = m_rest[length];
            const bool isPart =
                isLetter(length) || (length > 0 && (std::isdigit(static_cast<unsigned char>(c)) || c == '^' ||
                                                    ((c == '/' || c == '*') && isLetter(length + 1))));
            if (!isPart)
                break;
            ++length;
        }
        return takeFirst(length);
    }

    std::string_view takeFirst(std::size_t length)
    {
        const std::string_view taken = m_rest.substr(0, length);
        m_rest.remove_prefix(length);
        return taken;
    }

    std::string_view m_text, m_rest;
    Unit m_unit;
    std::string_view m_bare; // unit of a number without one
    double m_bareScale;
};

double plainFactor(std::string_view text)
{
    const double factor = Reader(text, Unit::None, {}).read();
    return factor;
}

} // namespace

double typedQuantity(std::string_view text, Unit unit, double present, std::string_view bare)
{
    while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front())))
        text.remove_prefix(1);
    if (text.starts_with("-="))
        return present - Reader(text.substr(2), unit, bare).read();
    if (text.starts_with("+="))
        return present + Reader(text.substr(2), unit, bare).read();
    if (text.starts_with('+'))
        return present + Reader(text.substr(1), unit, bare).read();
    if (text.starts_with('*'))
        return present * plainFactor(text.substr(1));
    if (text.starts_with('/'))
        return present / plainFactor(text.substr(1));
    const auto readsAlone = [&] { return text.find_first_not_of("0123456789.eE+- ") == std::string_view::npos; };
    try {
        if (!bare.empty() && readsAlone())
            return parseQuantity(std::string(text) + " " + std::string(bare), unit);
        return parseQuantity(text, unit); // every spelling that files know
    } catch (const Error&) {
        return Reader(text, unit, bare).read();
    }
}

} // namespace sastrugi::studio
