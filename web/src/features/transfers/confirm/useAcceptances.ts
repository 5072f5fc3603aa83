import type { Bytes32, Transfer } from '@connex/protocol'
import type { DetailsCheck } from '@connex/protocol/deals'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useViewer } from '../../../lib/Viewer.ts'
import { t } from '../../../messages/t.ts'
import { changeQuery } from '../shared/dealQueries.ts'
import { detailsDoubtText } from '../shared/transferDetails.ts'
import type { Acceptance } from './ConfirmTerms.tsx'

/**
 * What the user has to accept before signing: details that cannot be relied on, and a deal that has changed since the return was proposed.
 * `accepted` is what is shown, so that the ledger's check runs before the user has accepted it; a further change asks again.
 */
export function useAcceptances(transfer: Transfer, check: DetailsCheck | undefined) {
  const { client } = useViewer()
  const [isDoubtAccepted, setIsDoubtAccepted] = useState(false)
  const [acceptedHash, setAcceptedHash] = useState<Bytes32>()
  const { data: found } = useQuery(changeQuery(client, transfer))
  const text = check && detailsDoubtText(transfer, check)
  const doubt: Acceptance | undefined =
    text === undefined ? undefined : { text, isAccepted: isDoubtAccepted, onAccept: setIsDoubtAccepted }
  const change: Acceptance | undefined = found
    ? {
        text: found.text,
        isAccepted: found.hash === acceptedHash,
        onAccept: (isOn) => setAcceptedHash(isOn ? found.hash : undefined),
      }
    : undefined
  const missing =
    check === undefined
      ? t('Confirming.reading_details')
      : change?.isAccepted === false
        ? t('Confirming.changed_first')
        : doubt?.isAccepted === false
          ? t('Confirming.doubt_first')
          : undefined
  const accepted = { acceptedDeal: found?.hash, withoutDetails: doubt !== undefined }
  return { doubt, change, accepted, missing }
}
