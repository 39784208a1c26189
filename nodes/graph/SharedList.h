// A list of constant elements that copies of it share: copying a graph for undo costs a pointer for each element, and
// what an edit left alone is seen by comparing pointers.
#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <memory>
#include <vector>

namespace sastrugi
{

template <class T>
class SharedList
{
public:
    class Iterator
    {
    public:
        using iterator_category = std::random_access_iterator_tag;
        using value_type = T;
        using difference_type = std::ptrdiff_t;
        using pointer = const T*;
        using reference = const T&;

        Iterator() = default;
        explicit Iterator(const std::shared_ptr<const T>* at) : m_at(at) {}

        const T& operator*() const { return **m_at; }
        const T* operator->() const { return m_at->get(); }
        const T& operator[](std::ptrdiff_t n) const { return *m_at[n]; }
        Iterator& operator++() { return ++m_at, *this; }
        Iterator& operator--() { return --m_at, *this; }
        Iterator operator++(int) { return Iterator(m_at++); }
        Iterator operator--(int) { return Iterator(m_at--); }
        Iterator& operator+=(std::ptrdiff_t n) { return m_at += n, *this; }
        Iterator& operator-=(std::ptrdiff_t n) { return m_at -= n, *this; }
        friend Iterator operator+(Iterator it, std::ptrdiff_t n) { return Iterator(it.m_at + n); }
        friend Iterator operator+(std::ptrdiff_t n, Iterator it) { return Iterator(it.m_at + n); }
        friend Iterator operator-(Iterator it, std::ptrdiff_t n) { return Iterator(it.m_at - n); }
        friend std::ptrdiff_t operator-(Iterator a, Iterator b) { return a.m_at - b.m_at; }
        auto operator<=>(const Iterator&) const = default;

    private:
        const std::shared_ptr<const T>* m_at = nullptr;
    };

    std::size_t size() const { return m_elements.size(); }
    bool empty() const { return m_elements.empty(); }
    const T& operator[](std::size_t i) const { return *m_elements[i]; }
    const T& front() const { return *m_elements.front(); }
    const T& back() const { return *m_elements.back(); }
    Iterator begin() const { return Iterator(m_elements.data()); }
    Iterator end() const { return Iterator(m_elements.data() + m_elements.size()); }

    void append(T element) { m_elements.push_back(std::make_shared<const T>(std::move(element))); }
    void replace(std::size_t i, T element) { m_elements[i] = std::make_shared<const T>(std::move(element)); }
    template <class Condition>
    void eraseIf(Condition&& condition)
    {
        std::erase_if(m_elements, [&](const std::shared_ptr<const T>& element) { return condition(*element); });
    }

    bool operator==(const SharedList& other) const
    {
        return std::equal(m_elements.begin(), m_elements.end(), other.m_elements.begin(), other.m_elements.end(),
                          [](const auto& a, const auto& b) { return a == b || *a == *b; });
    }

private:
    std::vector<std::shared_ptr<const T>> m_elements;
};

} // namespace sastrugi
