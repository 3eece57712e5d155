/** How a contract was compiled, and who says so. */
import { harmlessText } from '../../../core/text/harmless';
import type { ContractSource } from '../../../workers/contracts/contracts.api';
import { Fact, Facts } from '../../ui/Facts';
import { ORIGIN_WORDS } from '../../ui/identity/NameView';

export function VerificationDetails({ source }: { source: ContractSource }) {
  const { origin, language, compilerVersion } = source;
  const { optimizer, evmVersion, viaIR } = settingsOf(source.settings);
  return (
    <Facts label="Verification">
      <Fact label="Status">Verified</Fact>
      <Fact label="By">{ORIGIN_WORDS[origin]}</Fact>
      <Fact label={`${language} version`}>
        <code>{harmlessText(compilerVersion, 60)}</code>
      </Fact>
      <Fact label="Optimizations">{optimizer.enabled ? 'Yes' : 'No'}</Fact>
      {optimizer.enabled && <Fact label="Runs">{optimizer.runs}</Fact>}
      <Fact label="EVM version">{harmlessText(evmVersion, 40)}</Fact>
      {viaIR && <Fact label="Pipeline">via IR</Fact>}
    </Facts>
  );
}

type Settings = { optimizer: { enabled: boolean; runs: string }; evmVersion: string; viaIR: boolean };

/** Of the compiler's input, which services give as anybody handed it in; 200 runs where an optimizer has no number (Solidity docs). */
function settingsOf(text: string): Settings {
  const settings = fieldsOf(parse(text));
  const { enabled, runs } = fieldsOf(settings.optimizer);
  return {
    optimizer: { enabled: enabled === true, runs: typeof runs === 'number' ? String(runs) : '200' },
    evmVersion: typeof settings.evmVersion === 'string' ? settings.evmVersion : 'default',
    viaIR: settings.viaIR === true,
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}
