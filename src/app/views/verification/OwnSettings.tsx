/** Compiler settings of one contract of the list, where it was compiled otherwise than the page's. */
import { useState } from 'react';
import type { Address, NetworkId } from '../../../core/chain/primitives';
import type { DraftSettings } from '../../../core/contract/verification/draft';
import { shorten } from '../../../core/format/shorten';
import type { Failure } from '../../../core/values/failure';
import { Form } from '../../ui/form/Form';
import { SubmitButton } from '../../ui/form/SubmitButton';
import { SettingsFields } from './SettingsFields';
import { useCompilerVersions } from './use-compiler-versions';

/** Begins with `given` and the version that the code there names. `onCompare` answers why there is no match. */
export function OwnSettings({
  networkId,
  address,
  given,
  pragmas,
  onCompare,
}: {
  networkId: NetworkId;
  address: Address;
  given: DraftSettings;
  pragmas: readonly string[];
  onCompare: (settings: DraftSettings) => Promise<Failure | undefined>;
}) {
  const [changes, setChanges] = useState<Partial<DraftSettings>>({});
  const versions = useCompilerVersions(networkId, address, pragmas);
  const { facts, proposed } = versions;
  const isNamed = facts?.compilerVersion !== undefined && proposed !== undefined;
  const settings = { ...given, ...(isNamed && { compilerVersion: proposed }), ...changes };
  return (
    <Form label={`Compiler settings of ${address}`} onSubmit={() => onCompare(settings)}>
      <div className="flex flex-col gap-3 px-3 pb-3">
        <SettingsFields
          settings={settings}
          pragmas={pragmas}
          versions={versions}
          onChange={(change) => setChanges((before) => ({ ...before, ...change }))}
        />
        <SubmitButton className="self-start" busyLabel="Comparing">
          Compile and compare with {shorten(address)}
        </SubmitButton>
      </div>
    </Form>
  );
}
