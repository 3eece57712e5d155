/** The keys of call rows, and those every tree has. */
import type { PageKey } from '../../ui/keys';
import type { TreeModel } from './tree-model';

/** Keys of the tree, for the list of keys; the tree itself acts on them. */
export const TREE_KEYS: readonly PageKey[] = [
  { key: 'ArrowDown', label: 'Next row' },
  { key: 'ArrowUp', label: 'Previous row' },
  { key: 'ArrowRight', label: 'Expand, or next row' },
  { key: 'ArrowLeft', label: 'Collapse, or previous row' },
  { key: 'Enter', label: 'Show or hide the details of the row' },
  { key: 'Home', label: 'First row' },
  { key: 'End', label: 'Last row' },
  { key: 'PageDown', label: 'One page down' },
  { key: 'PageUp', label: 'One page up' },
];

type KeyPress = { key: string; altKey: boolean; ctrlKey: boolean; metaKey: boolean };

/** Performs the key's command and returns whether the key belongs to the tree. `page` is the number of rows of a page. */
export function actOnKey(model: TreeModel, event: KeyPress, page: number): boolean {
  if (event.altKey || event.ctrlKey || event.metaKey) return false;
  switch (event.key) {
    case 'ArrowDown':
      void model.move(1);
      return true;
    case 'ArrowUp':
      void model.move(-1);
      return true;
    case 'ArrowRight':
      void model.stepIn();
      return true;
    case 'ArrowLeft':
      void model.stepOut();
      return true;
    case 'Enter':
      void model.toggleDetail();
      return true;
    case 'Escape':
      if (!model.snapshot().detail) return false;
      model.closeDetail();
      return true;
    case 'Home':
      void model.move(Number.NEGATIVE_INFINITY);
      return true;
    case 'End':
      void model.move(Number.POSITIVE_INFINITY);
      return true;
    case 'PageDown':
      void model.move(page);
      return true;
    case 'PageUp':
      void model.move(-page);
      return true;
    default:
      return false;
  }
}
