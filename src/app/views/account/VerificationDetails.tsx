/** How a contract was compiled, and who says so. */

import { harmlessText } from '../../../core/text/harmless';
import { parseJson, readFields } from '../../../core/values/json-fields';
import type { ContractSource } from '../../../workers/contracts/contracts.api';
import { Fact, Facts } from '../../ui/Facts';
import { ORIGIN_TEXT } from '../../ui/identity/NameView';

export function VerificationDetails({ source }: { source: ContractSource }) {
  const { origin, language, compilerVersion } = source;
  const { optimizations, runs, evmVersion, viaIR } = settingsOf(language, source.settings);
  return (
    <Facts label="Verification">
      <Fact label="Status">Verified</Fact>
      <Fact label="By">{ORIGIN_TEXT[origin]}</Fact>
      <Fact label={`${language} version`}>
        <code>{harmlessText(compilerVersion, 60)}</code>
      </Fact>
      <Fact label="Optimizations">{optimizations}</Fact>
      {runs !== undefined && <Fact label="Runs">{runs}</Fact>}
      <Fact label="EVM version">{harmlessText(evmVersion, 40)}</Fact>
      {viaIR && <Fact label="Pipeline">via IR</Fact>}
    </Facts>
  );
}

/** `runs` is absent where there are no optimizations that count runs. */
type Settings = { optimizations: string; runs?: string; evmVersion: string; viaIR: boolean };

/**
 * Reads the settings of the compiler's input, which anybody may have handed in; 200 runs where an optimizer has no
 * number (Solidity docs).
 * @internal
 */
export function settingsOf(language: string, text: string): Settings {
  const settings = readFields(parseJson(text));
  const { enabled, runs } = readFields(settings.optimizer);
  const isOptimized = language !== 'Vyper' && enabled === true;
  return {
    optimizations: language === 'Vyper' ? optimizationsOfVyper(settings.optimize) : isOptimized ? 'Yes' : 'No',
    ...(isOptimized && { runs: typeof runs === 'number' ? String(runs) : '200' }),
    evmVersion: typeof settings.evmVersion === 'string' ? settings.evmVersion : 'default',
    viaIR: settings.viaIR === true,
  };
}

/** Vyper optimises unless it is told not to: `true` or `false`, later `gas`, `codesize` or `none` (Vyper docs, Compiling a Contract). */
function optimizationsOfVyper(optimize: unknown): string {
  if (optimize === false || optimize === 'none') return 'No';
  return optimize === 'gas' || optimize === 'codesize' ? `Yes, for ${optimize}` : 'Yes';
}
