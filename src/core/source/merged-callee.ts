/**
 * Finds the function that a call meant where several have the same code: the optimizer of the legacy generator keeps one
 * of them, with its place. The text of the call tells which one was meant.
 */
import type { Compilation, SourceContract } from './compiled/compilation';
import { functionContaining, type SourceFunction } from './compiled/functions';
import { type SourceRange, sameRange } from './compiled/source-file';
import { functionVariables, slotsOfAll } from './values/function-variables';
import { callGraphOf } from './via-ir/call-sites';

/** Returns the function that the call at `place` names, if it has the name of `entered` and as many stack items; else `entered`. */
export function calleeAt(
  compilation: Compilation,
  contract: SourceContract,
  place: SourceRange,
  entered: SourceFunction,
): SourceFunction {
  if (compilation.viaIR || !compilation.optimized || compilation.language === 'Vyper') return entered;
  const caller = functionContaining(compilation.functions, place);
  const targets = caller ? callGraphOf(compilation, contract).callsOf(caller) : [];
  const named = targets.find((site) => sameRange(site.place, place))?.target;
  return named !== undefined &&
    named.name === entered.name &&
    sizesOf(compilation, named) === sizesOf(compilation, entered)
    ? named
    : entered;
}

function sizesOf(compilation: Compilation, entry: SourceFunction): string {
  const { parameters, returns } = functionVariables(compilation, entry);
  return `${slotsOfAll(parameters)} ${slotsOfAll(returns)}`;
}
