/** The editor of a contract's file: a console.log is put in front of a line by a click on its number, and by the keyboard. */
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { FileEditor } from '../../../src/app/views/simulator/source/FileEditor';
import { type Wiring, WiringProvider } from '../../../src/app/wiring';
import type { ContractSource } from '../../../src/workers/contracts/contracts.api';
import { eventually } from '../../helpers/eventually';
import { mount } from '../ui/mount';

const TEXT = `contract Till {
    uint256 public taken;

    function take(uint256 amount) external {
        uint256 fee = amount / 100;
        taken += fee;
    }
}
`;
const source = {
  networkId: 31337,
  address: `0x${'1a'.repeat(20)}`,
  file: 'src/Till.sol',
  files: [{ path: 'src/Till.sol' }],
};

let mounted: ReturnType<typeof mount> | undefined;
afterEach(() => mounted?.unmount());

type Texts = Readonly<Record<string, string>>;

/** Keeps what is edited, as the page around the editor does. */
function Editing({ onTexts }: { onTexts: (texts: Texts) => void }) {
  const [texts, setTexts] = useState<Texts>({});
  return (
    <FileEditor
      source={source as unknown as ContractSource}
      texts={texts}
      onTexts={(edited) => {
        setTexts(edited);
        onTexts(edited);
      }}
    />
  );
}

/** The editor in its place; `written` tells the text of its file, undefined where nothing is edited. */
async function openEditor() {
  let texts: Texts = {};
  const wiring = { workers: { contracts: { sourceText: async () => TEXT } } } as unknown as Wiring;
  mounted = mount(
    <WiringProvider value={wiring}>
      <Editing
        onTexts={(edited) => {
          texts = edited;
        }}
      />
    </WiringProvider>,
  );
  await eventually(() => expect(elements('.cm-line').length).toBeGreaterThan(7));
  return { written: () => texts['src/Till.sol'] };
}

const elements = (selector: string) => [...(mounted?.element.querySelectorAll<HTMLElement>(selector) ?? [])];
const numberOf = (line: number) =>
  elements('.cm-lineNumbers .cm-gutterElement').find(({ textContent }) => textContent === String(line)) as HTMLElement;
const lines = (text: string | undefined) => (text ?? '').split('\n');

test('a click on a number prints the values of its line before it runs', async () => {
  const { written } = await openEditor();
  await userEvent.click(numberOf(6));
  await eventually(() => expect(written()).toBeDefined());
  const [before, ...behind] = lines(written()).slice(5);
  expect(before).toContain('log(string,uint256)');
  expect(before).toContain('Till.sol:6 taken');
  expect(behind.join('\n')).toContain('Till.sol:6 fee');
  // All else is as it was.
  expect(
    lines(written())
      .filter((line) => !line.includes('Till.sol:6'))
      .join('\n'),
  ).toBe(TEXT);
});

test('Alt+L does the same at the line of the cursor, and an undo takes it back', async () => {
  const { written } = await openEditor();
  await userEvent.click(elements('.cm-line').find((line) => line.textContent?.includes('taken += fee')) as HTMLElement);
  await userEvent.keyboard('{Alt>}l{/Alt}');
  await eventually(() => expect(written()).toContain('Till.sol:6 taken'));
  await userEvent.keyboard('{Control>}z{/Control}');
  await eventually(() => expect(written()).toBeUndefined());
});

test('a line outside of any function stays as it is', async () => {
  const { written } = await openEditor();
  await userEvent.click(numberOf(2));
  await userEvent.click(numberOf(6));
  await eventually(() => expect(written()).toBeDefined());
  expect(written()).not.toContain('Till.sol:2');
});
