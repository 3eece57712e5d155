/**
 * Functions of code whose source nobody has, recovered from the bytecode:
 * selectors from the dispatcher, argument types and mutability from how the
 * code uses them. A guess: a type may be narrower than the declared one.
 */
import { parseSignature, signatureOf } from '../../../core/abi/signature';
import type { Hex, Selector } from '../../../core/chain/primitives';
import { type Failure, failure } from '../../../core/values/failure';
import { fail, ok, type Result } from '../../../core/values/result';
import type { RecoveredFunction } from '../contracts.api';
import type { KnownSignatures } from './known-signatures';

/** Dispatchers of real contracts have some dozens. */
const MAX_FUNCTIONS = 1_000;
/** Bytes; above what EIP-170 allows on any chain that follows it, below what takes long. */
const MAX_CODE = 200_000;

export async function recoverFunctions(
  code: Hex,
  signatures: KnownSignatures,
): Promise<Result<readonly RecoveredFunction[], Failure>> {
  if (code.length > 2 * MAX_CODE) {
    return fail(failure('tooLarge', 'The code is too large for its functions to be recovered.'));
  }
  try {
    // Its WebAssembly is loaded only here. The package's usual entry waits for it at the top of the module, and a module
    // that does so anywhere keeps the bundler from joining chunks.
    const { default: load, contractInfo } = await import('evmole/no_tla');
    await load();
    const { functions = [] } = contractInfo(code, { selectors: true, arguments: true, stateMutability: true });
    const found = functions.slice(0, MAX_FUNCTIONS);
    await signatures.load(found.map(({ selector }) => `0x${selector}`));
    return ok(
      found.map(({ selector, arguments: types = '', stateMutability = '' }): RecoveredFunction => {
        const candidates = signatures
          .candidates(`0x${selector}`)
          .map(({ signature, origin }) => ({ text: signature, origin }));
        return {
          selector: `0x${selector}` as Selector,
          types,
          stateMutability,
          // A candidate with the very types comes first: colliding signatures mostly differ in them.
          candidates: candidates.sort((a, b) => Number(hasTypes(b.text, types)) - Number(hasTypes(a.text, types))),
        };
      }),
    );
  } catch (error) {
    return fail(
      failure('unsupported', 'The functions of this code could not be recovered.', {
        raw: String(error).slice(0, 2_000),
      }),
    );
  }
}

function hasTypes(signature: string, types: string): boolean {
  const parsed = parseSignature(signature);
  return parsed.ok && signatureOf(parsed.value).endsWith(`(${types})`);
}
