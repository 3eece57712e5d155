import { useState } from 'react';
import { GWEI, WEI } from '../../core/chain/units';
import { failure } from '../../core/values/failure';
import { FileDrop } from '../ui/FileDrop';
import { Form } from '../ui/form/Form';
import { FormField } from '../ui/form/FormField';
import { SubmitButton } from '../ui/form/SubmitButton';
import { AddressField } from '../ui/identity/AddressField';
import { AmountField, amountOf } from '../ui/identity/AmountField';
import { Panel } from '../ui/Panel';
import { RadioGroup } from '../ui/RadioGroup';
import { Segmented } from '../ui/Segmented';
import { Select } from '../ui/Select';
import { TextArea } from '../ui/TextArea';
import { TextField } from '../ui/TextField';
import { toast } from '../ui/toast';
import { Sample, Samples, Section } from './Section';
import { ALICE, NETWORKS } from './sample-data';

const NATIVE = [{ symbol: 'ETH', decimals: 18 }, GWEI, WEI];
const EDITORS = [
  { value: 'text', label: 'Text' },
  { value: 'hex', label: 'Hex' },
] as const;

export function FormsSection() {
  return (
    <Section title="Forms">
      <Samples>
        <Sample name="Form: untouched, then as you fill it in">
          <SendForm />
        </Sample>
        <Sample name="Fields with something wrong (leave them once)">
          <WrongForm />
        </Sample>
        <Sample name="FileDrop">
          <FileDrop
            label="Source files"
            title="Drop a folder or files here"
            multiple
            folders
            accept=".sol,.json"
            onPick={({ files, skipped }) =>
              toast({ text: `${files.length} files, ${skipped} left out: ${files[0]?.path ?? ''}` })
            }
          >
            Hardhat, Foundry or any folder or zip. Build output in it is used.
          </FileDrop>
        </Sample>
      </Samples>
    </Section>
  );
}

function SendForm() {
  const [to, setTo] = useState('');
  const [draft, setDraft] = useState({ text: '', unit: 'ETH' });
  const [memo, setMemo] = useState('');
  const [editor, setEditor] = useState<'text' | 'hex'>('text');
  const [network, setNetwork] = useState<number>(1);
  return (
    <Panel>
      <Form
        label="Send"
        className="flex flex-col gap-3 p-3"
        onSubmit={async () => {
          await new Promise((resolve) => setTimeout(resolve, 1_500));
          return failure('endpointDown', 'node.example cannot be reached. Check that it runs.');
        }}
      >
        <FormField label="Network" help="The chain it is sent on." empty={false}>
          {(control) => (
            <Select
              label="Network"
              control={control}
              value={network}
              choices={NETWORKS.slice(0, 4)}
              onChange={setNetwork}
              className="w-full"
            />
          )}
        </FormField>
        <AddressField
          label="beneficiary"
          typeName="address"
          help="Receives the shares that are left."
          required
          value={to}
          name={to === ALICE ? { text: 'Alice', origin: 'reader' } : undefined}
          suggestions={[{ address: ALICE, name: 'Alice' }]}
          onChange={setTo}
        />
        <AmountField
          label="Value"
          help="Pays the bridge; what is left comes back."
          required
          units={NATIVE}
          draft={draft}
          onChange={setDraft}
        />
        <TextArea
          label="memo"
          typeName="bytes"
          help="Kept in the event, not read on chain."
          exact={`${new TextEncoder().encode(memo).length} bytes`}
          end={<Segmented label="Editor of memo" size="s" value={editor} segments={EDITORS} onChange={setEditor} />}
          value={memo}
          onChange={setMemo}
        />
        <SubmitButton busyLabel="Sending">
          {amountOf(draft, NATIVE) === undefined ? 'Send' : `Send ${draft.text} ${draft.unit}`}
        </SubmitButton>
      </Form>
    </Panel>
  );
}

function WrongForm() {
  const [fee, setFee] = useState('70000');
  const [to, setTo] = useState('0x8c1d4e');
  const [draft, setDraft] = useState({ text: '1,25', unit: 'USDC' });
  const [kind, setKind] = useState('public');
  const tooLarge = Number(fee) > 65_535;
  return (
    <Panel>
      <Form label="Set the fee" className="flex flex-col gap-3 p-3" onSubmit={() => undefined}>
        <TextField
          label="feeBps"
          typeName="uint16"
          mono
          required
          help="Hundredths of a percent."
          error={tooLarge ? `${fee} does not fit uint16, the largest is 65535.` : undefined}
          value={fee}
          onChange={setFee}
        />
        <AddressField label="to" typeName="address" help="Who gets it." value={to} onChange={setTo} />
        <AmountField
          label="amount"
          typeName="uint256"
          help="Assets to settle."
          units={[{ symbol: 'USDC', decimals: 6 }]}
          draft={draft}
          onChange={setDraft}
        />
        <FormField label="Visibility" help="Who sees it." group empty={false}>
          {() => (
            <RadioGroup
              label="Visibility"
              value={kind}
              options={[
                { value: 'public', label: 'Public' },
                { value: 'private', label: 'Private' },
              ]}
              onChange={setKind}
            />
          )}
        </FormField>
        <SubmitButton>Set performance fee</SubmitButton>
      </Form>
    </Panel>
  );
}
