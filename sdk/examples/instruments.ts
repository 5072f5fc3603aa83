// An instrument from its draft to its end of life, with a document that its details name.
import {
  createInstrument,
  deleteDraft,
  downloadDocument,
  expireInstrument,
  listInstruments,
  makePublic,
  reviseInstrument,
  saveDraft,
  updateWhitelist,
  uploadDocument,
} from '@connex/sdk'
import type { Client } from '@connex/sdk'
import type { Address } from '@connex/sdk/protocol'

export async function instruments(issuer: Client, investorAddr: Address): Promise<void> {
  const terms = { identifierType: 'ISIN', identifier: 'DE000A1EWWW0', decimals: 2 } as const
  const draft = await saveDraft(issuer, {
    ...terms,
    instrumentType: 'BOND',
    details: { label: 'Hanseatic 2030' },
  })
  await deleteDraft(issuer, { draftId: draft.draftId })

  const document = await uploadDocument(issuer, {
    name: 'Terms.txt',
    mediaType: 'text/plain',
    bytes: new TextEncoder().encode('The terms of Hanseatic 2030'),
  })
  const { fingerprint, contentFp, name } = document

  // A private placement: the issuer's server stores its details, the ledger their fingerprint.
  const { instrumentId } = await createInstrument(issuer, {
    ...terms,
    instrumentType: 'PRIVATE',
    details: { label: 'Hanseatic 2030', documents: [{ fingerprint, contentFp, name }] },
    whitelist: [],
  })
  await updateWhitelist(issuer, { instrumentId, tenants: [investorAddr], isWhitelisted: true })
  await makePublic(issuer, { instrumentId })
  await reviseInstrument(issuer, {
    instrumentId,
    details: { label: 'Hanseatic 2030, amended', documents: [{ fingerprint, contentFp, name }] },
  })
  console.info((await listInstruments(issuer, { instrumentIds: [instrumentId] })).items[0]?.revision) // 2
  console.info((await downloadDocument(issuer, { fingerprint, contentFp })).length)
  await expireInstrument(issuer, { instrumentId })
}
