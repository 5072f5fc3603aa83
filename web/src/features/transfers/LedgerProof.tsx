import { ShortHash } from '../../lib/ShortHash.tsx'
import { t } from '../../messages/t.ts'

/** 'Block 18,204 · 0x51fd…3c02'; the whole hash on hovering over it. */
export function LedgerProof({ block, txHash }: { block: number | undefined; txHash: string }) {
  return (
    <>
      {block !== undefined && `${t('Proof.block', { block: block.toLocaleString('en') })} · `}
      <ShortHash value={txHash} />
    </>
  )
}
