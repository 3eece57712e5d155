/**
 * Precompiles of the OP Stack: secp256r1 since Fjord (RIP-7212), and bounds on
 * the input of those whose time grows with it, as a proof of a fault must be
 * able to execute them. Source: ethereum-optimism/optimism, rust/op-revm,
 * src/precompiles.rs; Base's Azul: base/base, crates/common/evm,
 * precompiles/provider.rs.
 */
import { ethereumPrecompile, type PrecompiledContract } from '../../precompiles/table';
import { OpFork } from './op-forks';

const P256 = 0x100;

/** For each address: most bytes of input since a fork, the newest first. */
const BOUNDS: readonly (readonly [address: number, bounds: readonly (readonly [OpFork, number])[]])[] = [
  [
    0x08,
    [
      [OpFork.karst, 57_600],
      [OpFork.jovian, 81_984],
      [OpFork.granite, 112_687],
    ],
  ],
  [
    0x0c,
    [
      [OpFork.jovian, 288_960],
      [OpFork.isthmus, 513_760],
    ],
  ],
  [
    0x0e,
    [
      [OpFork.jovian, 278_784],
      [OpFork.isthmus, 488_448],
    ],
  ],
  [
    0x0f,
    [
      [OpFork.jovian, 156_672],
      [OpFork.isthmus, 235_008],
    ],
  ],
];

/** Returns the precompiles that are not as on Ethereum under the rules of a fork. */
export function opPrecompiles(fork: OpFork): ReadonlyMap<bigint, PrecompiledContract> {
  const precompiles = new Map<bigint, PrecompiledContract>();
  if (fork >= OpFork.fjord) precompiles.set(BigInt(P256), ethereumPrecompile(P256));
  for (const [address, bounds] of BOUNDS) {
    const most = bounds.find(([since]) => fork >= since)?.[1];
    if (most !== undefined) precompiles.set(BigInt(address), bounded(ethereumPrecompile(address), most));
  }
  return precompiles;
}

function bounded(contract: PrecompiledContract, most: number): PrecompiledContract {
  return {
    ...contract,
    run: (input, ...rest) =>
      input.length > most ? { ok: false, error: 'bad input size' } : contract.run(input, ...rest),
  };
}
