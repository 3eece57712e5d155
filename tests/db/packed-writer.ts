/** A worker that writes entries of one list: what it is told. */
import type { NetworkId } from '../../src/core/chain/primitives';
import { writeDatabase } from '../../src/db/database';
import { changeLists, put } from '../../src/db/packed/change-lists';
import { listNames } from '../../src/db/packed/list-names';

addEventListener('message', async ({ data: orders }: MessageEvent<string[]>) => {
  const list = listNames.transfersOfKind(424_241 as NetworkId, 'erc20');
  await writeDatabase((db) =>
    db.transaction('rw', db.packedLists, () =>
      changeLists(
        db,
        orders.map((order) => put(list, order)),
      ),
    ),
  );
  postMessage('written');
});
