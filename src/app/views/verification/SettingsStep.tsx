/** Compiler settings, with what the deployed code and the pragma say of them filled in. */
import { useEffect } from 'react';
import { type CodeFacts, evmVersionText, metadataSetting } from '../../../core/contract/verification/code-facts';
import { countOf } from '../../../core/format/plural';
import { Button } from '../../ui/Button';
import { Form } from '../../ui/form/Form';
import { SubmitButton } from '../../ui/form/SubmitButton';
import { SettingsFields } from './SettingsFields';
import { StepFrame } from './StepFrame';
import { useCompilerVersions } from './use-compiler-versions';
import type { Verification } from './use-verification';

export function SettingsStep({ verification }: { verification: Verification }) {
  const { snapshot, send, networkId, address } = verification;
  const { draft, review } = snapshot.context;
  const { settings } = draft;
  const pragmas = review?.pragmas ?? NONE;
  const versions = useCompilerVersions(networkId, address, pragmas);
  const { facts, proposed } = versions;
  const isUnset = settings.compilerVersion === '';
  const isPlain = settings.further === '';
  useEffect(() => {
    // Only what nobody has chosen yet is filled in.
    if (!isUnset || proposed === undefined) return;
    const metadata = isPlain && facts !== undefined ? metadataSetting(facts) : undefined;
    const further = metadata && { further: JSON.stringify({ metadata }, null, 2) };
    send({ type: 'user.changedSettings', change: { compilerVersion: proposed, ...further } });
  }, [send, isUnset, isPlain, proposed, facts]);
  return (
    <Form label="Compiler settings" onSubmit={async () => send({ type: 'user.compile' })}>
      <StepFrame
        title="How was it compiled?"
        note={facts && factText(facts)}
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
        <SettingsFields
          settings={settings}
          pragmas={pragmas}
          versions={versions}
          onChange={(change) => send({ type: 'user.changedSettings', change })}
        />
      </StepFrame>
    </Form>
  );
}

const NONE: readonly string[] = [];

function factText(facts: CodeFacts): string {
  const { length, compilerVersion, language } = facts;
  const evmVersion = evmVersionText(facts);
  const compiler =
    compilerVersion === undefined
      ? 'no compiler named in the deployed code'
      : `solc ${compilerVersion} named in the deployed code`;
  if (language === 'Vyper')
    return `${countOf(length, 'byte')} deployed · compiled by Vyper, which does not run in a browser`;
  return `${countOf(length, 'byte')} deployed · ${compiler}${evmVersion === undefined ? '' : ` · EVM version ${evmVersion}`}`;
}
