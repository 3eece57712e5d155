/**
 * Proxies behind proxies: an implementation may hand calls on itself. It runs by DELEGATECALL, so its code reads where to
 * in the storage of the account that was called first, and not in its own:
 *
 *     clone ──▶ proxy ──▶ implementation
 *       └ storage: the slot that the code of the proxy reads
 */
import type { Address, Hex } from '../../chain/primitives';
import * as Op from '../../evm/rules/opcode-bytes';
import type { ProxyBetween, ProxyInfo } from '../knowledge';
import type { ProxyReader } from './proxy-reader';

const PUSH4 = 0x63;

/** Proxies in between that are followed; a chain of more is made to be one. */
const MAX_THROUGH = 8;

/**
 * Returns the proxy with the last implementation that its calls reach, and the proxies before that. `readHandOn` tells to whom a
 * code hands on calls where it runs with the storage of `address`. A contract with functions of
 * its own that hands on what it does not have in a way of no known kind is an implementation. Each step reads a code, and what it reads.
 */
export async function followProxies(
  first: ProxyInfo,
  address: Address,
  reader: Pick<ProxyReader, 'code'>,
  readHandOn: (code: Hex) => Promise<ProxyInfo | undefined>,
): Promise<ProxyInfo> {
  const through: ProxyBetween[] = [];
  const reached = (implementation: Address, end?: 'isEndless' | 'isCut'): ProxyInfo => ({
    ...first,
    implementation,
    ...(through.length > 0 && { through }),
    ...(end && { [end]: true as const }),
  });
  const met = new Set([address]);
  let at = first.implementation;
  if (at === address) return reached(at, 'isEndless');
  for (;;) {
    met.add(at);
    const code = ((await reader.code(at))?.toLowerCase() ?? '0x') as Hex;
    const next = await readHandOn(code);
    if (next === undefined || (next.kind === 'delegating fallback' && hasFunctions(code))) return reached(at);
    // A delegation that leads to a delegation is not followed (EIP-7702, Delegation of execution).
    if (next.kind === 'EIP-7702' && first.kind === 'EIP-7702' && through.length === 0) return reached(at);
    if (met.has(next.implementation)) return reached(at, 'isEndless');
    if (through.length === MAX_THROUGH) return reached(at, 'isCut');
    through.push({ address: at, kind: next.kind });
    at = next.implementation;
  }
}

/** Returns whether the code compares four bytes with another value (EQ, or XOR in Vyper's), as a dispatcher of functions does. */
function hasFunctions(code: Hex): boolean {
  for (let at = 2; at < code.length; ) {
    const opcode = Number.parseInt(code.slice(at, at + 2), 16);
    at += 2 + Op.pushDataLength(opcode) * 2;
    if (opcode === PUSH4 && /^(81)?1[48]/.test(code.slice(at, at + 4))) return true;
  }
  return false;
}
