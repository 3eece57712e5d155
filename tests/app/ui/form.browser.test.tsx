import axe from 'axe-core';
import { useCallback, useEffect, useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { Form } from '../../../src/app/ui/form/Form';
import { useReportedField } from '../../../src/app/ui/form/form-context';
import { type NameLookupProps, NameLookupProvider } from '../../../src/app/ui/form/name-lookup-context';
import { SubmitButton } from '../../../src/app/ui/form/SubmitButton';
import { useDraft } from '../../../src/app/ui/form/use-draft';
import { AddressField } from '../../../src/app/ui/identity/AddressField';
import { AmountField, amountOf } from '../../../src/app/ui/identity/AmountField';
import { TextArea } from '../../../src/app/ui/TextArea';
import { TextField } from '../../../src/app/ui/TextField';
import type { Address } from '../../../src/core/chain/primitives';
import { type Failure, failure } from '../../../src/core/values/failure';
import { eventually } from '../../helpers/eventually';
import { mount } from './mount';

let page: ReturnType<typeof mount> | undefined;
afterEach(() => {
  page?.unmount();
  document.documentElement.removeAttribute('data-theme');
});

const UNITS = [
  { symbol: 'ETH', decimals: 18 },
  { symbol: 'Gwei', decimals: 9 },
  { symbol: 'Wei', decimals: 0 },
];

type Sent = { to: string; amount: bigint | undefined; memo: string };

/** Sends an amount to an address. */
function Send({ onSend }: { onSend: (sent: Sent) => Promise<Failure | undefined> }) {
  const [to, setTo] = useState('');
  const [draft, setDraft] = useState({ text: '', unit: 'ETH' });
  const [memo, setMemo] = useState('');
  return (
    <Form label="Send" onSubmit={() => onSend({ to, amount: amountOf(draft, UNITS), memo })}>
      <AddressField label="Receiver" typeName="address" help="Gets the amount." required value={to} onChange={setTo} />
      <AmountField label="Amount" help="What is sent." required units={UNITS} draft={draft} onChange={setDraft} />
      <TextArea
        label="Memo"
        value={memo}
        error={memo.length > 5 ? 'At most 5 characters.' : undefined}
        onChange={setMemo}
      />
      <SubmitButton busyLabel="Sending">Send it</SubmitButton>
    </Form>
  );
}

const find = <Kind extends HTMLElement>(selector: string) => page?.element.querySelector<Kind>(selector) as Kind;
const field = (label: string) => {
  const labels = [...(page?.element.querySelectorAll('label') ?? [])];
  return document.getElementById(labels.find(({ textContent }) => textContent?.startsWith(label))?.htmlFor ?? '') as
    | HTMLInputElement
    | HTMLTextAreaElement;
};
const note = (label: string) =>
  document.getElementById(field(label).getAttribute('aria-describedby') ?? '')?.textContent ?? '';
const submit = () => find<HTMLButtonElement>('button[type=submit]');
const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'; // of EIP-55

test('an error takes the place of the help once the field was left, and goes as soon as it is mended', async () => {
  page = mount(<Send onSend={async () => undefined} />);
  await userEvent.click(field('Receiver'));
  await userEvent.keyboard('0x12');
  expect(note('Receiver')).toBe('Gets the amount.');
  expect(field('Receiver').getAttribute('aria-invalid')).toBe('false');
  await userEvent.tab();
  expect(note('Receiver')).toContain('An address has 40 digits after 0x; this has 2.');
  expect(field('Receiver').getAttribute('aria-invalid')).toBe('true');
  await userEvent.fill(field('Receiver'), ADDRESS);
  expect(note('Receiver')).toBe('Gets the amount.');
});

test('the button keeps its words until something is wrong, then names the first wrong field and leads to it', async () => {
  const sent: Sent[] = [];
  page = mount(
    <Send
      onSend={async (what) => {
        sent.push(what);
        return undefined;
      }}
    />,
  );
  expect(submit().textContent).toBe('Send it');
  submit().focus();
  await userEvent.keyboard('{Enter}');
  expect(submit().textContent).toBe('Fill in Receiver to go on');
  expect(document.activeElement).toBe(field('Receiver'));
  await userEvent.keyboard(ADDRESS);
  expect(submit().textContent).toBe('Fill in Amount to go on');
  await userEvent.fill(field('Memo'), 'too long');
  await userEvent.fill(field('Amount'), '1.5');
  expect(submit().textContent).toBe('Correct Memo to go on');
  await userEvent.fill(field('Memo'), '');
  expect(submit().textContent).toBe('Send it');
  expect(sent).toEqual([]);
  await userEvent.click(field('Amount'));
  await userEvent.keyboard('{Enter}');
  await eventually(() => expect(sent).toEqual([{ to: ADDRESS, amount: 15n * 10n ** 17n, memo: '' }]));
});

test('a form sends once while it waits, says so, and keeps what was typed when it fails', async () => {
  let calls = 0;
  let answer: (failed: Failure | undefined) => void = () => {};
  page = mount(
    <Send
      onSend={() => {
        calls++;
        return new Promise((resolve) => {
          answer = resolve;
        });
      }}
    />,
  );
  await userEvent.fill(field('Receiver'), ADDRESS);
  await userEvent.fill(field('Amount'), '2');
  await userEvent.click(submit());
  await eventually(() => expect(submit().disabled).toBe(true));
  expect(submit().querySelector('[role=status]')?.getAttribute('aria-label')).toBe('Sending');
  await userEvent.click(field('Amount'));
  await userEvent.keyboard('{Enter}');
  expect(calls).toBe(1);
  answer(failure('endpointDown', 'node.example cannot be reached.'));
  await eventually(() => expect(find('[role=alert]').textContent).toContain('node.example cannot be reached.'));
  expect(field('Receiver').value).toBe(ADDRESS);
  expect(submit().disabled).toBe(false);
});

test('an amount keeps its value when its unit changes, and says its exact value', async () => {
  page = mount(<Send onSend={async () => undefined} />);
  await userEvent.fill(field('Amount'), '0.05');
  expect(note('Amount')).toContain('= 50,000,000,000,000,000 Wei');
  await userEvent.selectOptions(find<HTMLSelectElement>('select[aria-label="Unit of Amount"]'), 'Gwei');
  expect(field('Amount').value).toBe('50,000,000');
  await userEvent.selectOptions(find<HTMLSelectElement>('select[aria-label="Unit of Amount"]'), 'Wei');
  expect(field('Amount').value).toBe('50,000,000,000,000,000');
});

test('an amount says why it is none', async () => {
  page = mount(<Send onSend={async () => undefined} />);
  await userEvent.fill(field('Amount'), '1.2.3');
  await userEvent.tab();
  await userEvent.tab();
  expect(note('Amount')).toContain('This is no number.');
});

test('a mistyped digit fails the checksum, and an address is taken out of what is pasted', async () => {
  page = mount(<Send onSend={async () => undefined} />);
  await userEvent.fill(field('Receiver'), ADDRESS.replace('5a', '5A'));
  await userEvent.tab();
  expect(note('Receiver')).toContain('checksum');
  await userEvent.fill(field('Receiver'), '');
  const data = new DataTransfer();
  data.setData('text', `see https://explorer.example/address/${ADDRESS}#code`);
  field('Receiver').dispatchEvent(
    new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
  );
  await eventually(() => expect(field('Receiver').value).toBe(ADDRESS));
  expect(page.element.querySelectorAll('svg[viewBox="0 0 8 8"]')).toHaveLength(1); // the identicon
});

test.each(['light', 'dark'])('axe finds nothing wrong with a form in the %s theme, right or wrong', async (theme) => {
  document.documentElement.dataset.theme = theme;
  page = mount(
    <>
      <h1>Form</h1>
      <Send onSend={async () => undefined} />
      <TextField label="Name" typeName="string" help="Of the network." exact="0x00" end="end" value="" readOnly />
    </>,
  );
  await userEvent.fill(field('Amount'), 'abc');
  await userEvent.click(submit());
  const { violations } = await axe.run(page.element);
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`)).toEqual([]);
});

function Draft() {
  const [{ name, url }, change, reset] = useDraft('test', { name: '', url: 'http://' });
  return (
    <>
      <TextField label="Name" value={name} onChange={(name) => change({ name })} />
      <TextField label="URL" value={url} onChange={(url) => change({ url })} />
      <button type="button" onClick={reset}>
        Done
      </button>
    </>
  );
}

test('what is typed is there again after the page was left, and gone once the form is done', async () => {
  page = mount(<Draft />);
  await userEvent.fill(field('Name'), 'Mine');
  page.unmount();
  page = mount(<Draft />);
  expect(field('Name').value).toBe('Mine');
  expect(field('URL').value).toBe('http://');
  await userEvent.click(find('button'));
  expect(field('Name').value).toBe('');
  page.unmount();
  page = mount(<Draft />);
  expect(field('Name').value).toBe('');
});

test('sources of a contract are kept; what is too long to be kept leaves what was kept before', async () => {
  const source = '// a line of a contract\n'.repeat(20_000);
  const draw = () => {
    page?.unmount();
    page = mount(<Draft />);
  };
  sessionStorage.setItem('loupe.draft test', JSON.stringify({ name: '', url: source.replaceAll('\n', ' ') }));
  draw();
  await userEvent.fill(field('Name'), 'Mine');
  draw();
  expect([field('Name').value, field('URL').value.length]).toEqual(['Mine', source.length]);
  await userEvent.fill(field('Name'), 'x'.repeat(1_000_000));
  draw();
  expect([field('Name').value, field('URL').value.length]).toEqual(['Mine', source.length]);
  sessionStorage.removeItem('loupe.draft test');
});

test('a kept draft of another form, or of no form, is not taken', () => {
  sessionStorage.setItem('loupe.draft test', '{"name":7,"url":"x","other":"y"}');
  page = mount(<Draft />);
  expect([field('Name').value, field('URL').value]).toEqual(['', 'x']);
  page.unmount();
  sessionStorage.setItem('loupe.draft test', '[');
  page = mount(<Draft />);
  expect(field('URL').value).toBe('http://');
  sessionStorage.removeItem('loupe.draft test');
});

test('an address field offers the addresses that have a name', () => {
  const address = `0x${'12'.repeat(20)}` as Address;
  page = mount(
    <AddressField label="To" value="" suggestions={[{ address, name: 'Treasury\u202e' }]} onChange={() => {}} />,
  );
  const [option] = find<HTMLDataListElement>('datalist').options;
  expect(option?.value).toBe(address);
  expect(option?.label).toBe('Treasury\ufffd');
  expect(field('To').getAttribute('list')).toBe(find('datalist').id);
});

const NAMED = `0x${'12'.repeat(20)}` as Address;

function Found({ name, onUse }: NameLookupProps) {
  return (
    <button type="button" onClick={() => onUse(NAMED)}>
      {name} is {NAMED}
    </button>
  );
}

test('a name that is typed becomes its address when the reader takes it, and is no address before', async () => {
  const sent: Sent[] = [];
  page = mount(
    <NameLookupProvider value={Found}>
      <Send
        onSend={async (values) => {
          sent.push(values);
          return undefined;
        }}
      />
    </NameLookupProvider>,
  );
  await userEvent.fill(field('Receiver'), 'vault');
  expect(page.element.textContent).not.toContain('vault is');
  await userEvent.fill(field('Receiver'), ' vault.eth ');
  await userEvent.fill(field('Amount'), '1');
  expect(submit().textContent).toBe('Correct Receiver to go on');
  expect(note('Receiver')).toContain('This is a name');
  const found = [...page.element.querySelectorAll('button')].find(({ textContent }) =>
    textContent?.startsWith('vault'),
  );
  await userEvent.click(found as HTMLElement);
  expect(field('Receiver').value).toBe(NAMED);
  await userEvent.click(submit());
  await eventually(() => expect(sent.map(({ to }) => to)).toEqual([NAMED]));
});

/** Reports that what follows from it is being worked out. */
function Settling({ until, onSettled }: { until: Promise<string | undefined>; onSettled: () => void }) {
  const [state, setState] = useState<{ error?: string } | undefined>();
  useEffect(() => {
    void until.then((error) => {
      setState({ ...(error !== undefined && { error }) });
      onSettled();
    });
  }, [until, onSettled]);
  const { error } = state ?? {};
  useReportedField('settling', { label: 'it', error, missing: false, shown: true, settling: state === undefined });
  return <p id="settling" />;
}

/** Sends `typed`, or what is there once its field has settled. */
function Waiting({ until, onSend }: { until: Promise<string | undefined>; onSend: (value: string) => void }) {
  const [value, setValue] = useState('typed');
  const onSettled = useCallback(() => setValue('settled'), []);
  return (
    <Form
      onSubmit={async () => {
        onSend(value);
      }}
    >
      <Settling until={until} onSettled={onSettled} />
      <SubmitButton busyLabel="Sending">Send it</SubmitButton>
    </Form>
  );
}

test.each([
  ['what it stands for by then', undefined, ['settled'], 'Send it'],
  ['nothing where it turns out to be wrong', 'It is wrong.', [], 'Correct it to go on'],
])('submitted while a field is settling, a form submits %s', async (_, error, submitted, words) => {
  const sent: string[] = [];
  let settle = (_error: string | undefined) => {};
  const until = new Promise<string | undefined>((resolve) => {
    settle = resolve;
  });
  page = mount(<Waiting until={until} onSend={(value) => sent.push(value)} />);
  await userEvent.click(submit());
  await eventually(() => expect(submit().disabled).toBe(true));
  expect(sent).toEqual([]);
  settle(error);
  await eventually(() => expect(submit().textContent).toBe(words));
  await eventually(() => expect(submit().disabled).toBe(false));
  expect(sent).toEqual(submitted);
});
