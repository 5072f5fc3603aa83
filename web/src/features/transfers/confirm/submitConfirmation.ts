// What signs a confirmation. The browser fetches this code with the first dry run of one.
import {
  confirmTransfer,
  type Client,
  type ConfirmParameters,
  type SendOptions,
  type Sent,
} from '@connex/sdk'

/** Confirms a transfer, or only tries to. `await submitConfirmation(client, { deliveryId }, { dryRun: 'only' })` */
export const submitConfirmation = (
  client: Client,
  parameters: ConfirmParameters,
  options: SendOptions,
): Promise<Sent> => confirmTransfer(client, parameters, options)
