/** How proxies and diamonds are asked. */
import type { Address, Hash, Hex } from '../../chain/primitives';

/** Reads of one chain at one block. A read that fails or reverts answers undefined. */
export interface ProxyReader {
  /** Runtime bytecode, `0x` for none. */
  code(address: Address): Promise<Hex | undefined>;
  /** The word at a storage slot. */
  storageAt(address: Address, slot: Hash): Promise<Hex | undefined>;
  /** Returndata of a call without value. */
  call(address: Address, data: Hex): Promise<Hex | undefined>;
}
