# pragma version 0.4.3
interface Feed:
    def price() -> decimal: view

flag Role:
    ADMIN
    USER

struct Quote:
    feed: Feed
    role: Role
    price: decimal

SYMBOL: immutable(String[20])
LIMITS: immutable(uint256[2])
FEED: immutable(Feed)
quotes: HashMap[Feed, Quote]

@deploy
def __init__(symbol: String[20], limits: uint256[2], feed: Feed):
    SYMBOL = symbol
    LIMITS = limits
    FEED = feed

@external
def quote(feed: Feed, price: decimal):
    self.quotes[feed] = Quote(feed=feed, role=Role.ADMIN | Role.USER, price=price)

@external
def sum(a: uint8, b: uint8) -> uint8:
    return a + b

@internal
def _refuse():
    raise

@external
def refuse(a: uint8) -> uint8:
    b: uint8 = a + 1
    self._refuse()
    return b

@external
def pass_on(a: uint8, data: Bytes[100]) -> uint8:
    b: uint8 = a + 1
    raw_revert(data)

interface Again:
    def enter(left: uint256): nonpayable

@external
@nonreentrant
def enter(times: uint256):
    if times > 0:
        extcall Again(self).enter(times - 1)

@external
@nonreentrant
def refuse_in_lock(a: uint256):
    assert a > 3
