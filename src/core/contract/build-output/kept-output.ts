/** A compiler's output as it is kept: more than half of what a build writes down is read by nobody. */
import { isFields, mapFields } from '../../values/json-fields';

/** Returns the output without the listings of its code, and without the syntax trees of the code that the compiler generated. */
export function withoutListings(output: unknown): unknown {
  if (!isFields(output) || !isFields(output.contracts)) return output;
  return { ...output, contracts: mapFields(output.contracts, (file) => mapFields(file, contractWithout)) };
}

function contractWithout(contract: unknown): unknown {
  if (!isFields(contract) || !isFields(contract.evm)) return contract;
  const { assembly: _, legacyAssembly: __, ...evm } = contract.evm;
  return { ...contract, evm: mapFields(evm, codeWithout) };
}

function codeWithout(code: unknown): unknown {
  if (!isFields(code)) return code;
  const { opcodes: _, generatedSources: generated, ...kept } = code;
  return Array.isArray(generated) ? { ...kept, generatedSources: generated.map(withoutTree) } : kept;
}

function withoutTree(source: unknown): unknown {
  if (!isFields(source)) return source;
  const { ast: _, ...kept } = source;
  return kept;
}
