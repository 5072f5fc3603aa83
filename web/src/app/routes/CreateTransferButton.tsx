import type { TransferDraft } from '../../features/transfers/create/transferDraft.ts'
import { preloadCreate } from '../../features/transfers/TransferDialogs.tsx'
import { useShortcut } from '../../lib/useShortcut.ts'
import { holdings } from '../../messages/en/holdings.ts'
import { addMessages, t } from '../../messages/t.ts'
import { Button } from '../../ui/button/Button.tsx'

addMessages(holdings)

/** Opens an empty transfer form, with the kind still to choose. */
export function CreateTransferButton({ onCreate }: { onCreate: (prefill: Partial<TransferDraft>) => void }) {
  useShortcut('c', () => onCreate({}))
  return (
    <Button
      variant="primary"
      icon="plus"
      onPointerEnter={preloadCreate}
      onFocus={preloadCreate}
      onClick={() => onCreate({})}
    >
      {t('Holdings.create_transfer')}
    </Button>
  )
}
