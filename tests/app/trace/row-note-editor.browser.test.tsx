/** What a reader notes at a row, and that it is told to be kept. */
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { RowNoteEditor } from '../../../src/app/views/trace/RowNoteEditor';
import type { RowNote } from '../../../src/core/trace/row-note';
import { eventually } from '../../helpers/eventually';
import { mount } from '../ui/mount';

let unmount = () => {};
afterEach(() => unmount());

function Noted({ onSave }: { onSave: (note: RowNote) => void }) {
  const [byId, setById] = useState<ReadonlyMap<string, RowNote>>(new Map());
  const save = async (note: RowNote) => {
    onSave(note);
    setById(new Map([[note.depthId, note]]));
  };
  return <RowNoteEditor depthId="0.1" notes={{ byId, save, exportAll: () => {} }} />;
}

test('a priority keeps the comment that was typed, and the button says that it is saved', async () => {
  const saved: RowNote[] = [];
  const { element, unmount: leave } = mount(<Noted onSave={(note) => saved.push(note)} />);
  unmount = leave;
  const [button] = element.querySelectorAll('button');
  const comment = element.querySelector('textarea') as HTMLTextAreaElement;
  expect(button?.textContent).toBe('Save');
  await userEvent.type(comment, 'look here');
  await userEvent.selectOptions(element.querySelector('select') as HTMLSelectElement, 'high');
  await eventually(() => expect(saved.at(-1)).toEqual({ depthId: '0.1', priority: 'high', comment: 'look here' }));
  await eventually(() => expect(button?.textContent).toBe('Saved'));
  await userEvent.type(comment, ' again');
  expect(button?.textContent).toBe('Save');
});

test('Enter keeps a comment, but not one that an input method still composes', async () => {
  const saved: RowNote[] = [];
  const { element, unmount: leave } = mount(<Noted onSave={(note) => saved.push(note)} />);
  unmount = leave;
  const comment = element.querySelector('textarea') as HTMLTextAreaElement;
  await userEvent.type(comment, 'nihon');
  const enter = (isComposing: boolean) =>
    comment.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', isComposing, bubbles: true, cancelable: true }));
  expect(enter(true)).toBe(true);
  expect(saved).toEqual([]);
  expect(enter(false)).toBe(false);
  await eventually(() => expect(saved.at(-1)?.comment).toBe('nihon'));
});
