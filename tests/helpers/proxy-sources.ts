/** What the sources of proxies in tests have in common. */

/** Hands the calldata on to `t` and gives back what comes of it. */
export const FORWARD = `assembly {
    calldatacopy(0, 0, calldatasize())
    let ok := delegatecall(gas(), t, 0, calldatasize(), 0, 0)
    returndatacopy(0, 0, returndatasize())
    if iszero(ok) { revert(0, returndatasize()) }
    return(0, returndatasize())
}`;
/** keccak256('eip1967.proxy.implementation') - 1 and keccak256('eip1967.proxy.beacon') - 1 (EIP-1967). */
export const SLOT_1967 = '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc';
export const BEACON_1967 = '0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50';
