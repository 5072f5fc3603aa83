import { readableText, type RegistryId, type Transfer, type TransferKind } from '@connex/protocol'
import { listTransfers, type Client } from '@connex/sdk'
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { useViewer } from '../../../lib/Viewer.ts'
import { t } from '../../../messages/t.ts'
import type { Option } from '../../../ui/field/SelectField.tsx'
import { ownLegsOf, type TransferDraft } from './transferDraft.ts'
import styles from './TransferFields.module.css'

type Props = {
  draft: TransferDraft
  counterparties: readonly Option[]
  isDisabled: boolean
  onChange: (part: Partial<TransferDraft>) => void
}

/** Offers the counterparty and the description of the last such transfer. It fills nothing in unless it is pressed. */
export default function LastDeal({ draft, counterparties, isDisabled, onChange }: Props) {
  const { client } = useViewer()
  const chip = useRef<HTMLButtonElement>(null)
  const [leg] = ownLegsOf(draft)
  // An option of the server's list.
  const registryId = leg === undefined ? null : (draft[leg].registryId as RegistryId | null)
  const { data: last } = useQuery(lastDealQuery(client, draft, registryId))
  const counterparty = counterparties.find(({ value }) => value === last?.counterpartyAddr)
  if (!last || counterparty === undefined || draft.counterpartyAddr !== null || isDisabled) return null
  const description = readableText(last.description ?? '')
  const fill = () => {
    const form = chip.current?.form
    flushSync(() =>
      onChange({
        counterpartyAddr: last.counterpartyAddr,
        ...(draft.description === '' && { description }),
      }),
    )
    const inputs = [...(form?.querySelectorAll<HTMLInputElement>('input[aria-required="true"]') ?? [])]
    inputs.find(({ value }) => value === '')?.focus()
  }
  return (
    <div className={styles.chips}>
      <button ref={chip} type="button" className={styles.chip} onClick={fill}>
        {t('DealForm.as_last_time', {
          deal: description === '' ? counterparty.label : `${counterparty.label} · ${description}`,
        })}
      </button>
    </div>
  )
}

type Kind = { kind: TransferKind | null } & Pick<Transfer, 'direction'>

/** The newest transfer of the same kind, in the same direction, of the same instrument. */
const lastDealQuery = (client: Client, { kind, direction }: Kind, registryId: RegistryId | null) =>
  queryOptions({
    queryKey: ['transfers', 'last', kind, direction, registryId],
    queryFn:
      kind === null || registryId === null
        ? skipToken
        : async ({ signal }) => {
            const query = { transferType: [kind], direction, registryId, itemsPerPage: 1 }
            const { items } = await listTransfers(client, query, { signal })
            return items[0] ?? null
          },
  })
