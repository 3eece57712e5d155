# pragma version >=0.4.0
# A ledger for tests – its places are counted in characters, and this line has more bytes than those.

struct Entry:
    amount: uint256
    who: address

interface Peer:
    def credit(who: address, amount: uint256): nonpayable

event Credited:
    who: indexed(address)
    amount: uint256

LIMIT: immutable(uint256)
owner: public(address)
balances: public(HashMap[address, HashMap[uint256, uint256]])
names: HashMap[String[20], bool]
entries: DynArray[Entry, 4]
title: String[40]
small: uint8[3]
total: uint256


@deploy
def __init__(limit: uint256):
    LIMIT = limit
    self.owner = msg.sender


@internal
def _doubled(amount: uint256) -> uint256:
    """
    Twice the amount: def _fake(): is no function.
    """
    assert amount < LIMIT, "too much"
    assert amount != 13
    return amount * 2


@internal
def _add(who: address, amount: uint256):
    twice: uint256 = self._doubled(amount)
    self.balances[who][7] += twice
    self.total += twice
    log Credited(who=who, amount=twice)


@external
def credit(who: address, amount: uint256):
    if amount == 7:
        raise "seven"
    self._add(who, amount)


@external
def describe(title: String[40], name: String[20]):
    self.title = title
    self.names[name] = True
    self.names["constant"] = True
    self.entries.append(Entry(amount=5, who=msg.sender))
    self.small[1] = 9


@external
@view
def sum(n: uint256) -> uint256:
    result: uint256 = 0
    for i: uint256 in range(10):
        if i >= n:
            break
        result += i
    return result - 3


@external
def forward(peer: address, amount: uint256):
    extcall Peer(peer).credit(msg.sender, amount)
