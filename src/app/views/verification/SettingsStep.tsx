/** Compiler settings, with what the deployed code and the pragma say of them filled in. */
import { useEffect, useMemo } from 'react';
import type { CodeFacts } from '../../../core/contract/verification/code-facts';
import { EVM_VERSIONS } from '../../../core/contract/verification/compiler-settings';
import type { DraftLibrary } from '../../../core/contract/verification/draft';
import { compareVersions, fitsPragma, KNOWN_RELEASES } from '../../../core/contract/verification/pragma';
import { countOf } from '../../../core/format/plural';
import { harmlessText } from '../../../core/text/harmless';
import type { CompilerBuild } from '../../../workers/compiler/compiler.api';
import { Button } from '../../ui/Button';
import { Callout } from '../../ui/Callout';
import { Checkbox } from '../../ui/Checkbox';
import { Combobox, type ComboboxOption } from '../../ui/Combobox';
import { Form } from '../../ui/form/Form';
import { FormField } from '../../ui/form/FormField';
import { SubmitButton } from '../../ui/form/SubmitButton';
import { Select } from '../../ui/Select';
import { TextArea } from '../../ui/TextArea';
import { TextField } from '../../ui/TextField';
import { useQuestion } from '../../use-question';
import { StepFrame } from './StepFrame';
import type { Verification } from './use-verification';

export function SettingsStep({ verification }: { verification: Verification }) {
  const { snapshot, send, networkId, address } = verification;
  const { draft, review } = snapshot.context;
  const { settings } = draft;
  const facts = useQuestion('contracts', `code facts ${networkId} ${address}`, (contracts, job) =>
    contracts.codeFacts(job, networkId, address),
  ).last;
  const builds = useQuestion('compiler', 'compiler builds', (compiler, job) => compiler.builds(job));
  const pragmas = review?.pragmas ?? NONE;
  const versions = useMemo(() => versionsOf(builds.last ?? [], pragmas), [builds.last, pragmas]);
  const proposed = useMemo(() => proposeVersion(versions, facts), [versions, facts]);
  const isUnset = settings.compilerVersion === '';
  useEffect(() => {
    // Only what nobody has chosen yet is filled in.
    if (isUnset && facts !== undefined && builds.state !== 'waiting' && proposed !== undefined)
      send({ type: 'user.changedSettings', change: { compilerVersion: proposed } });
  }, [send, isUnset, facts, builds.state, proposed]);
  const change = (part: Partial<typeof settings>) => send({ type: 'user.changedSettings', change: part });
  return (
    <Form label="Compiler settings" onSubmit={async () => send({ type: 'user.compile' })}>
      <StepFrame
        title="How was it compiled?"
        note={facts && factWords(facts)}
        footer={
          <>
            <Button onClick={() => send({ type: 'user.step', step: 'review' })}>Review</Button>
            <span className="ml-auto" />
            <SubmitButton>
              {facts === undefined
                ? 'Compile and compare'
                : `Compile and compare with ${countOf(facts.length, 'byte')}`}
            </SubmitButton>
          </>
        }
      >
        <div className="flex max-w-[640px] flex-col gap-3">
          <FormField
            label="Solidity version"
            required
            empty={isUnset}
            help={
              pragmas.length === 0
                ? 'No file states a version.'
                : `The files state ${pragmas
                    .slice(0, 3)
                    .map((text) => harmlessText(text, 40))
                    .join(', ')}.`
            }
          >
            {(control) => (
              <Combobox
                label="Solidity version"
                control={control}
                placeholder="Choose a version"
                value={isUnset ? undefined : settings.compilerVersion}
                options={withChosen(versions, settings.compilerVersion)}
                onChange={(compilerVersion) => change({ compilerVersion })}
              />
            )}
          </FormField>
          {builds.state === 'failed' && <Callout>{builds.failure.message}</Callout>}
          <FormField
            label="EVM version"
            empty={false}
            help="default is what the compiler takes by itself: mostly the newest that it knew."
          >
            {(control) => (
              <Select
                label="EVM version"
                control={control}
                value={settings.evmVersion}
                choices={EVM_VERSIONS.map((version) => ({ value: version as string, label: version }))}
                onChange={(evmVersion) => change({ evmVersion })}
              />
            )}
          </FormField>
          <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
            <Checkbox checked={settings.optimizer} onChange={(optimizer) => change({ optimizer })}>
              Optimizations
            </Checkbox>
            <TextField
              label="Runs"
              mono
              inputMode="numeric"
              value={settings.runs}
              disabled={!settings.optimizer}
              error={settings.optimizer && !/^\d{1,10}$/.test(settings.runs.trim()) ? 'A whole number.' : undefined}
              onChange={(event) => change({ runs: event.target.value })}
            />
            <Checkbox checked={settings.viaIR} onChange={(viaIR) => change({ viaIR })}>
              viaIR
            </Checkbox>
          </div>
          <Libraries libraries={settings.libraries} onChange={(libraries) => change({ libraries })} />
          <TextArea
            label="Remappings"
            mono
            value={settings.remappings}
            help="prefix=target, one a line, as the project has them. They are part of the metadata."
            onChange={(event) => change({ remappings: event.target.value })}
          />
          <TextArea
            label="Further settings"
            typeName="JSON"
            mono
            value={settings.further}
            help="Anything else of the compiler’s settings: optimizer details, metadata."
            error={isObject(settings.further) ? undefined : 'A JSON object, or nothing.'}
            onChange={(event) => change({ further: event.target.value })}
          />
        </div>
      </StepFrame>
    </Form>
  );
}

const NONE: readonly string[] = [];

function Libraries({
  libraries,
  onChange,
}: {
  libraries: readonly DraftLibrary[];
  onChange: (libraries: readonly DraftLibrary[]) => void;
}) {
  const change = (at: number, part: Partial<DraftLibrary>) =>
    onChange(libraries.map((library, index) => (index === at ? { ...library, ...part } : library)));
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 font-[550]">
        Libraries{' '}
        <span className="font-normal text-muted">addresses are read from the code; give them for an exact match</span>
      </legend>
      {libraries.map(({ name, address }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has no identity but its position
        <div key={index} className="grid items-end gap-2 sm:grid-cols-[1fr_2fr_auto]">
          <TextField label="Name" value={name} onChange={(event) => change(index, { name: event.target.value })} />
          <TextField
            label="Address"
            mono
            value={address}
            error={address !== '' && !/^0x[\da-f]{40}$/i.test(address.trim()) ? '0x and 40 hex digits.' : undefined}
            onChange={(event) => change(index, { address: event.target.value })}
          />
          <Button
            aria-label={`Remove library ${harmlessText(name, 40)}`}
            onClick={() => onChange(libraries.filter((_, at) => at !== index))}
          >
            Remove
          </Button>
        </div>
      ))}
      <Button size="s" className="self-start" onClick={() => onChange([...libraries, { name: '', address: '' }])}>
        Add a library
      </Button>
    </fieldset>
  );
}

function factWords({ length, compilerVersion, evmVersion, language }: CodeFacts): string {
  const compiler =
    compilerVersion === undefined
      ? 'no compiler named in the deployed code'
      : `solc ${compilerVersion} named in the deployed code`;
  if (language === 'Vyper')
    return `${countOf(length, 'byte')} deployed · made by Vyper, which is not compiled in a browser`;
  return `${countOf(length, 'byte')} deployed · ${compiler}${evmVersion === undefined ? '' : ` · needs ${evmVersion} or later`}`;
}

/** Every compiler that can be had and every release, newest first, each with whether it fits the files. */
function versionsOf(builds: readonly CompilerBuild[], pragmas: readonly string[]): readonly ComboboxOption<string>[] {
  const listed = new Set(builds.map(({ version }) => version));
  const all = [
    ...builds.map(({ longVersion, kept }) => ({ value: longVersion, note: kept ? 'kept here' : '' })),
    ...KNOWN_RELEASES.filter((version) => !listed.has(version)).map((version) => ({ value: version, note: '' })),
  ];
  return all
    .sort((a, b) => compareVersions(b.value, a.value))
    .map(({ value, note }) => {
      const fits = pragmas.every((pragma) => fitsPragma(value, pragma));
      const words = [note, fits ? '' : 'does not fit the files'].filter((text) => text !== '').join(', ');
      return { value, label: value, ...(words === '' ? {} : { note: words }) };
    });
}

/** The compiler that the code names, else the newest that fits the files. */
function proposeVersion(versions: readonly ComboboxOption<string>[], facts: CodeFacts | undefined): string | undefined {
  const named = facts?.compilerVersion;
  const isNamed = ({ value }: ComboboxOption<string>) => named !== undefined && value.split('+')[0] === named;
  const fitting = versions.find(({ value, note = '' }) => !note.includes('fit') && !value.includes('-'));
  return (versions.find(isNamed) ?? (named === undefined ? fitting : undefined))?.value ?? named;
}

/** A draft may name a compiler that is in no list. */
function withChosen(versions: readonly ComboboxOption<string>[], chosen: string): readonly ComboboxOption<string>[] {
  return chosen === '' || versions.some(({ value }) => value === chosen)
    ? versions
    : [{ value: chosen, label: chosen }, ...versions];
}

function isObject(text: string): boolean {
  if (text.trim() === '') return true;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
