// A ledger transaction, and the options and progress of sending it.
import type {
  Address,
  BlockNumber,
  CallBody,
  DeliveryDetails,
  DeliveryId,
  HexData,
  TxHash,
} from '@connex/protocol'

export type Transaction = {
  to: Address
  data: `0x${string}`
  /** In wei; default none. */
  value?: bigint | undefined
}

/** `latest`, `pending` or a block's number. */
export type BlockTag = 'latest' | 'pending' | number

/** One call that the tenant shall make, through its controller of the dApp. */
export type LedgerCall = {
  dappAddr: Address
  /** The dApp itself, or what belongs to it, such as its privilege manager. */
  to: Address
  data: `0x${string}`
}

/** A co-signer's signature as the ledger takes it. */
export type LedgerSignature = { v: number; r: `0x${string}`; s: `0x${string}` }

/** What co-signers agree to beside the calls. `sender`: the user who is to send them; zero for any. */
export type BatchTerms = { nonce: bigint; deadline: bigint; sender: `0x${string}` }

/** How far a ledger transaction has come. */
export type Progress =
  /**
   * Of a dry run alone: the block, the gas, and the transaction to sign. `isChecked` is false behind the wallet's own
   * transactions without a block, on a ledger that has no state with them in it: only its next block can tell. `checked`: the whole
   * transaction, or, of a proposal that lacks signatures, its calls alone as the tenant would make them. Signatures, privileges, nonce and
   * deadline are then checked when it is published.
   */
  | {
      step: 'simulated'
      block: BlockNumber
      gas: bigint
      transaction: Transaction
      isChecked: boolean
      checked: 'TRANSACTION' | 'CALLS'
    }
  /** The tenant's own server has the private details. */
  | { step: 'stored' }
  /** The balance was too low for the transaction's gas; a refund has come first. */
  | { step: 'refunded'; txHash: TxHash }
  | { step: 'signed'; txHash: TxHash }
  | { step: 'published'; txHash: TxHash }
  /** In a block of the ledger. */
  | { step: 'mined'; txHash: TxHash; block: BlockNumber }
  /** Read by the tenant's own server: its answers now include the change. */
  | { step: 'indexed'; txHash: TxHash; block: BlockNumber }
  /** A chain reorg took the block back, on a ledger whose blocks are not final at once. It was published again. */
  | { step: 'takenBack'; txHash: TxHash; block: BlockNumber; transaction: Transaction }
  /** No chain reorg takes the block back any more. Only with `until: 'final'`. */
  | { step: 'final'; txHash: TxHash; block: BlockNumber }

/** A new delivery's private details, with their salt. The ledger gets their fingerprint. */
export type DetailsToStore = { deliveryId: DeliveryId; details: DeliveryDetails }

/** The calls that store private data before its fingerprint goes to the ledger, beside a delivery's. */
export type StoringCall =
  | 'putInstrumentDetails'
  | 'putRegistrationReason'
  | 'unregister'
  | 'putComment'
  | 'putForcedTransfer'
  | 'issueEntries'
  | 'importEntries'
  | 'reorgEntries'
  | 'terminateEntry'

/** One of them with its body. */
export type DataToStore = { [Name in StoringCall]: { name: Name; body: CallBody<Name> } }[StoringCall]

export type SendOptions = {
  onProgress?: ((progress: Progress) => void) | undefined
  signal?: AbortSignal | undefined
  /** Default 16000000. */
  gas?: bigint | undefined
  /** In wei, for a legacy transaction; default what the server was configured with: 1 unless its operator set another. */
  gasPrice?: bigint | undefined
  /**
   * Ask the ledger before signing whether it would take the transaction. Default true. 'only': go no further; nothing
   * is stored, signed or published; the answer's `txHash` is zero and its `block` that of the dry run.
   */
  dryRun?: boolean | 'only' | undefined
  /** Receives the transaction before it is signed; throwing prevents that. See `assertMatchesReview`. */
  approve?: ((transaction: Transaction) => void) | undefined
  /** Wait for the ledger's block, for the tenant's own server to read it, or until no chain reorg takes it back. Default 'indexed'. */
  until?: 'mined' | 'indexed' | 'final' | undefined
  /** Unix seconds after which the ledger refuses the batch. Default none. */
  deadline?: bigint | undefined
  /** Another call to publish by, where the server must know the purpose. Default publish-raw-tx. */
  publishBy?: ((rawTransaction: HexData) => Promise<unknown>) | undefined
  /** Takes the calls instead of sending them. See `sendTogether`. */
  sendBy?: ((calls: readonly LedgerCall[]) => Promise<Sent>) | undefined
  /** Takes the private details of a new delivery instead of storing them. */
  storeBy?: ((delivery: DetailsToStore) => Promise<void>) | undefined
  /** Takes other private data instead of storing it. */
  storeDataBy?: ((data: DataToStore) => Promise<void>) | undefined
  /** The calls go to colleagues for approval: what other parties would learn first waits for the ledger. See `sendForApproval`. */
  isProposal?: boolean | undefined
  /** How long to wait for the block, and for the index, each. Default two minutes. */
  waitMs?: number | undefined
}

export type Sent = { txHash: TxHash; block: BlockNumber }
