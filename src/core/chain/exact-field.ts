/** Numbers of blocks that a double does not hold. Only what executes and proves needs them. */
import type { Block } from './transaction';

/** Returns a field of a block as it is hashed; undefined where it is absent, or rounded and not known exactly. */
export function exactField<Name extends keyof Block>(
  block: Partial<Block>,
  name: Name,
): Block[Name] | bigint | undefined {
  const value = block[name];
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  const exact = block.exact?.[name];
  // One that was changed has another number.
  return Number(exact) === value ? exact : undefined;
}
