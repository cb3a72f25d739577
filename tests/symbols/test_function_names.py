"""Names of native functions as people read them."""

import pytest

from rca.symbols.function_names import readable_name, short_name


@pytest.mark.parametrize(
    ("function", "readable", "short"),
    [
        ("kfun:com.example.shop.Cart#total(kotlin.Int){}kotlin.Int", "com.example.shop.Cart.total", "total"),
        ("kfun:com.example.shop.main(){}", "com.example.shop.main", "main"),
        ("kfun:#main(){}", "main", "main"),
        ("shop::Cart::total(shop::Item const*, int)", "shop::Cart::total(shop::Item const*, int)", "total"),
        ("std::vector<int, std::allocator<int> >::push_back(int&&)", None, "push_back"),
        ("shop::Cart::checked(int) [clone .cold]", None, "checked"),
        ("count.cold", None, "count"),
        ("-[Cart total:]", None, "-[Cart total:]"),
        ("Java_demo_Cart_total", None, "Java_demo_Cart_total"),
    ],
)
def test_names(function, readable, short):
    assert readable_name(function) == (readable or function)
    assert short_name(function) == short
