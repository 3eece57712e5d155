/** Priority and comment of one row, kept in this browser. */
import { useEffect, useId, useState } from 'react';
import { MAX_COMMENT_LENGTH, PRIORITIES, type Priority } from '../../../core/trace/row-note';
import { Button } from '../../ui/Button';
import { NativeSelect } from '../../ui/NativeSelect';
import { PRIORITY_LOOKS, type RowNotes } from './row-notes';

type Props = { depthId: string; notes: RowNotes };

export function RowNoteEditor({ depthId, notes }: Props) {
  const kept = notes.byId.get(depthId);
  const [comment, setComment] = useState(kept?.comment ?? '');
  const id = useId();
  const written = kept?.comment ?? '';
  useEffect(() => setComment(written), [written]);
  const save = (change: { priority?: Priority; comment?: string }) =>
    void notes.save({ depthId, priority: kept?.priority ?? 'none', comment, ...change });
  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-1.5 border-line border-t px-3 py-2">
      <span className="flex items-center gap-1.5 text-muted">
        <span aria-hidden>Priority</span>
        <NativeSelect
          label="Priority"
          look="small"
          value={kept?.priority ?? 'none'}
          options={PRIORITIES.map((priority) => ({ value: priority, label: PRIORITY_LOOKS[priority].word }))}
          onChange={(priority) => save({ priority })}
        />
      </span>
      <label htmlFor={id} className="mt-1.5 text-muted">
        Comment
      </label>
      <textarea
        id={id}
        rows={1}
        maxLength={MAX_COMMENT_LENGTH}
        value={comment}
        onChange={(event) => setComment(event.currentTarget.value)}
        onBlur={() => comment !== written && save({ comment })}
        onKeyDown={(event) => {
          event.stopPropagation();
          // Enter takes what an input method offers before it is a key of the page.
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          save({ comment });
        }}
        className="min-h-[30px] min-w-40 grow resize-y rounded-m border border-line bg-ground px-2 py-1"
      />
      {/* Choosing a priority and leaving the field keep the comment, too: then there is nothing left to save. */}
      <Button size="m" disabled={comment === written} onClick={() => save({ comment })}>
        {written !== '' && comment === written ? 'Saved' : 'Save'}
      </Button>
      <Button size="m" variant="quiet" disabled={notes.byId.size === 0} onClick={notes.exportAll}>
        Export notes
      </Button>
    </div>
  );
}
