/** The fields of compiler settings: version, EVM version, optimizer, libraries, remappings and all else. */

import { isAddressShaped } from '../../../core/chain/address-shape';
import {
  EVM_VERSIONS,
  parseFurther,
  parseRuns,
  RUNS_HELP,
} from '../../../core/contract/verification/compiler-settings';
import type { DraftLibrary, DraftSettings } from '../../../core/contract/verification/draft';
import { harmlessText } from '../../../core/text/harmless';
import { Button } from '../../ui/Button';
import { Callout } from '../../ui/Callout';
import { Checkbox } from '../../ui/Checkbox';
import { Combobox, type ComboboxOption } from '../../ui/Combobox';
import { draftFields } from '../../ui/form/draft-fields';
import { FormField } from '../../ui/form/FormField';
import { Select } from '../../ui/Select';
import { TextArea } from '../../ui/TextArea';
import { TextField } from '../../ui/TextField';
import type { CompilerVersions } from './use-compiler-versions';

export function SettingsFields({
  settings,
  pragmas,
  versions: { choices, problem },
  onChange,
}: {
  settings: DraftSettings;
  /** Version pragmas of the sources. */
  pragmas: readonly string[];
  versions: CompilerVersions;
  onChange: (change: Partial<DraftSettings>) => void;
}) {
  const isUnset = settings.compilerVersion === '';
  const field = draftFields<'runs' | 'remappings' | 'further'>(settings, onChange);
  const further = parseFurther(settings.further);
  return (
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
            options={withChosen(choices, settings.compilerVersion)}
            onChange={(compilerVersion) => onChange({ compilerVersion })}
          />
        )}
      </FormField>
      {problem !== undefined && <Callout>{problem.message}</Callout>}
      <FormField
        label="EVM version"
        empty={false}
        help="default is the compiler’s own choice: usually the newest version that it knew."
      >
        {(control) => (
          <Select
            label="EVM version"
            control={control}
            value={settings.evmVersion}
            choices={EVM_VERSIONS.map((version) => ({ value: version as string, label: version }))}
            onChange={(evmVersion) => onChange({ evmVersion })}
          />
        )}
      </FormField>
      <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
        <Checkbox checked={settings.optimizer} onChange={(optimizer) => onChange({ optimizer })}>
          Optimizations
        </Checkbox>
        <TextField
          label="Runs"
          mono
          inputMode="numeric"
          {...field('runs')}
          disabled={!settings.optimizer}
          error={settings.optimizer && parseRuns(settings.runs) === undefined ? RUNS_HELP : undefined}
        />
        <Checkbox checked={settings.viaIR} onChange={(viaIR) => onChange({ viaIR })}>
          viaIR
        </Checkbox>
      </div>
      <Libraries libraries={settings.libraries} onChange={(libraries) => onChange({ libraries })} />
      <TextArea
        label="Remappings"
        mono
        {...field('remappings')}
        help="prefix=target, one a line, as in the project. They are part of the metadata."
      />
      <TextArea
        label="Further settings"
        typeName="JSON"
        mono
        {...field('further')}
        help="All other compiler settings: optimizer details, metadata."
        error={further.ok ? undefined : further.error}
      />
    </div>
  );
}

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
          <TextField label="Name" value={name} onChange={(text) => change(index, { name: text })} />
          <TextField
            label="Address"
            mono
            value={address}
            error={address !== '' && !isAddressShaped(address.trim()) ? '0x and 40 hex digits.' : undefined}
            onChange={(text) => change(index, { address: text })}
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

/** Adds the compiler that a draft names, which may be in no list. */
function withChosen(versions: readonly ComboboxOption<string>[], chosen: string): readonly ComboboxOption<string>[] {
  return chosen === '' || versions.some(({ value }) => value === chosen)
    ? versions
    : [{ value: chosen, label: chosen }, ...versions];
}
