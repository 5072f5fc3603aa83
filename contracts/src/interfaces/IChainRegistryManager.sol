// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Account, AccountDetails, AccountNumber } from "../types/Account.sol";
import { CustodyChain, CustodyChainId } from "../types/CustodyChain.sol";
import { RegistryId } from "../types/Registry.sol";
import { IAspects } from "./IAspects.sol";
import { IEarmarkProtocols } from "../registry/core/IEarmarkProtocols.sol";
import { IRegistration } from "./IRegistration.sol";
import { IRegistry } from "./IRegistry.sol";
import { IUpgradable } from "./IUpgradable.sol";

/// @title Registries of assets that custodians hold elsewhere: balances by custody chain, owner and account number.
/// @notice A custody chain is an ordered list of custodians between the depositary and the holder. Holdings over
/// different chains are different things, so quantities move within a chain only.
///
/// Quantity begins when the chain's transfer agent on-ramps what the last custodian holds for the chain, and ends
/// when the agent off-ramps it. For each chain, and for each registry over all its chains, on-ramped less off-ramped
/// is outstanding: the sum of the balances. `issue` and `importAssets` count as on-ramped, `terminateEntry` as
/// off-ramped. Only marked quantity can be off-ramped: owners mark quantity to ask for it. Marked quantity counts as
/// earmarked, by the registry itself. Deliveries that issue or terminate are refused.
///
/// Warning: the transfer agent alone says what the chain's last custodian holds. The ledger cannot check it.
///
/// Its privilege manager holds registry.REGISTRAR, INVESTOR, CUSTODIAN and ONRAMPER (tenants), and
/// registry.EARMARK_PROTOCOL_DAPP and ASPECT_INSTRUMENT (dApps). Balances stand on the ledger in the open. Account data
/// of legs is `abi.encode(uint256 accountNumber, bytes32 custodyChainId)`; both sides of a leg name the same chain.
///
/// The errors of accounts and quantities are those of IAccountRegistryManager, which shares the account ledger; their
/// registry id is here the custody chain's id.
interface IChainRegistryManager is IRegistry, IRegistration, IEarmarkProtocols, IAspects, IUpgradable {
    event CustodyChainCreated(
        RegistryId indexed registryId,
        CustodyChainId indexed custodyChainId,
        address indexed transferAgent,
        address[] custodians
    );
    event CustodyChainTransferAgentChanged(
        RegistryId indexed registryId, CustodyChainId indexed custodyChainId, address indexed transferAgent
    );
    event AccountConfigured(
        address indexed registrar,
        address indexed owner,
        AccountNumber indexed accountNum,
        AccountDetails details
    );
    /// @notice An account over a chain after a change. Comes with every change, beside the event with its cause.
    event ChainAccountChanged(
        CustodyChainId indexed custodyChainId,
        address indexed owner,
        AccountNumber indexed accountNum,
        RegistryId registryId,
        uint256 balance,
        uint256 earmarked
    );
    /// @notice The totals of a chain, and of its registry over all chains, after an on-ramp or off-ramp.
    event ChainSupplyChanged(
        RegistryId indexed registryId,
        CustodyChainId indexed custodyChainId,
        uint256 onramped,
        uint256 offramped,
        uint256 registryOnramped,
        uint256 registryOfframped
    );

    /// @param by The transfer agent.
    event AssetsOnramped(
        RegistryId indexed registryId,
        CustodyChainId indexed custodyChainId,
        address indexed owner,
        AccountNumber accountNum,
        uint256 quantity,
        bytes32 referenceFp,
        address by
    );
    event AssetsOfframped(
        RegistryId indexed registryId,
        CustodyChainId indexed custodyChainId,
        address indexed owner,
        AccountNumber accountNum,
        uint256 quantity,
        bytes32 referenceFp,
        address by
    );
    event ChainAssetsImported(
        RegistryId indexed registryId,
        CustodyChainId indexed custodyChainId,
        address indexed owner,
        AccountNumber accountNum,
        uint256 quantity,
        bytes32 referenceFp
    );
    /// @param movementRef 0 for an owner's own transfer, without a delivery.
    event ChainAssetsTransferred(
        RegistryId indexed registryId,
        CustodyChainId indexed custodyChainId,
        bytes32 indexed movementRef,
        address sender,
        AccountNumber senderAccount,
        address receiver,
        AccountNumber receiverAccount,
        uint256 quantity
    );
    event ChainAssetsForcedTransferred(
        RegistryId indexed registryId,
        CustodyChainId indexed custodyChainId,
        bytes32 indexed reasonFp,
        address sender,
        AccountNumber senderAccount,
        address receiver,
        AccountNumber receiverAccount,
        uint256 quantity
    );
    /// @param reasonFp 0 if the owner reorganised its own accounts.
    event ChainAssetsReorganised(
        RegistryId indexed registryId,
        CustodyChainId indexed custodyChainId,
        address indexed owner,
        AccountNumber fromAccount,
        AccountNumber toAccount,
        uint256 quantity,
        bytes32 reasonFp
    );
    event ChainAssetsEarmarked(
        RegistryId indexed registryId,
        CustodyChainId indexed custodyChainId,
        bytes32 indexed movementRef,
        address owner,
        AccountNumber accountNum,
        address earmarkedBy,
        uint256 quantity
    );
    event ChainAssetsUnearmarked(
        RegistryId indexed registryId,
        CustodyChainId indexed custodyChainId,
        bytes32 indexed movementRef,
        address owner,
        AccountNumber accountNum,
        address earmarkedBy,
        uint256 quantity
    );
    /// @notice The account's marked quantity, after its owner has changed it.
    event ChainAssetsMarked(
        RegistryId indexed registryId,
        CustodyChainId indexed custodyChainId,
        address indexed owner,
        AccountNumber accountNum,
        uint256 marked
    );

    error CustodyChainIdMissing();
    error CustodyChainAlreadyExists(CustodyChainId custodyChainId);
    error CustodyChainUnknown(RegistryId registryId, CustodyChainId custodyChainId);
    error CustodyChainCustodiansInvalid(CustodyChainId custodyChainId);
    error CustodyChainDataInvalid(bytes data);
    error CustodyChainsDiffer(CustodyChainId chosen, CustodyChainId other);
    error TransferAgentRequired(CustodyChainId custodyChainId, address caller);
    /// @notice Quantity ends by off-ramp only.
    error AccountCannotTerminate(address owner, AccountNumber accountNum);
    /// @notice Quantity begins by on-ramp and ends by off-ramp, not by a delivery.
    error MovementNotBetweenInvestors(RegistryId registryId);
    error ReferenceMissing();
    error RegistrySupplyTooLarge(RegistryId registryId, uint256 onramped, uint256 quantity);

    /// @notice Works once, in the transaction that creates the proxy.
    function init(address platform, address privilegeManager) external;

    /// @notice The registrar, while REGISTERED or IMPORTING, creates a chain and appoints its transfer agent. The
    /// custodians of a chain never change.
    /// @param custodyChainId Chosen at random; not 0, and unique in this manager.
    /// @param custodians 1 to 8 different holders of registry.CUSTODIAN, from the depositary's side to the holder's.
    /// @param transferAgent A holder of registry.ONRAMPER, which may be the registrar itself.
    function createChain(
        RegistryId registryId,
        CustodyChainId custodyChainId,
        address[] calldata custodians,
        address transferAgent
    ) external;

    /// @notice The registrar, in every state of the registry, replaces a chain's transfer agent. The new one
    /// off-ramps the marked quantity.
    /// @param transferAgent A holder of registry.ONRAMPER, which may be the registrar itself.
    function setTransferAgent(RegistryId registryId, CustodyChainId custodyChainId, address transferAgent)
        external;

    /// @notice registry.REGISTRAR opens, changes or closes an investor's account, for all its registries and chains.
    /// A closed account neither earmarks nor receives. The owner of an omnibus account holds registry.CUSTODIAN.
    /// terminateOnReceive is refused.
    function configureAccount(Account calldata account, AccountDetails calldata details) external;

    /// @notice The chain's transfer agent, with registry.ONRAMPER, while REGISTERED: credits an investor's account
    /// with what the chain's last custodian has received.
    /// @param referenceFp Fingerprint of the transfer agent's own reference; not 0.
    function onramp(
        RegistryId registryId,
        CustodyChainId custodyChainId,
        Account calldata account,
        uint256 quantity,
        bytes32 referenceFp
    ) external;

    /// @notice The chain's transfer agent, with registry.ONRAMPER, while REGISTERED or EXPORTING: ends quantity that
    /// its owner has marked.
    function offramp(
        RegistryId registryId,
        CustodyChainId custodyChainId,
        Account calldata account,
        uint256 quantity,
        bytes32 referenceFp
    ) external;

    /// @notice The on-ramp of a registrar that is also the chain's transfer agent, while REGISTERED.
    function issue(
        RegistryId registryId,
        CustodyChainId custodyChainId,
        Account calldata account,
        uint256 quantity,
        bytes32 referenceFp
    ) external;

    /// @notice The off-ramp of a registrar that is also the chain's transfer agent, while REGISTERED or EXPORTING.
    function terminateEntry(
        RegistryId registryId,
        CustodyChainId custodyChainId,
        Account calldata account,
        uint256 quantity,
        bytes32 referenceFp
    ) external;

    /// @notice The registrar, while IMPORTING and the instrument has not expired: credits an investor's account with
    /// its quantity in another registry.
    function importAssets(
        RegistryId registryId,
        CustodyChainId custodyChainId,
        Account calldata account,
        uint256 quantity,
        bytes32 referenceFp
    ) external;

    /// @notice An investor that the registrar has whitelisted as a sender, while REGISTERED, moves its own available
    /// quantity to another investor's account, over the same chain.
    function transfer(
        RegistryId registryId,
        CustodyChainId custodyChainId,
        AccountNumber from,
        Account calldata to,
        uint256 quantity
    ) external;

    /// @notice An investor, while REGISTERED, moves available quantity between two of its own accounts, over the same
    /// chain.
    function reorg(
        RegistryId registryId,
        CustodyChainId custodyChainId,
        AccountNumber from,
        AccountNumber to,
        uint256 quantity
    ) external;

    /// @notice The registrar, while REGISTERED or EXPORTING, moves available quantity between two investors'
    /// accounts, for a reason.
    function forcedTransfer(
        RegistryId registryId,
        CustodyChainId custodyChainId,
        Account calldata from,
        Account calldata to,
        uint256 quantity,
        bytes32 reasonFp
    ) external;

    /// @notice The registrar, while REGISTERED, moves available quantity between two accounts of one owner, for a
    /// reason.
    function forcedReorg(
        RegistryId registryId,
        CustodyChainId custodyChainId,
        address owner,
        AccountNumber from,
        AccountNumber to,
        uint256 quantity,
        bytes32 reasonFp
    ) external;

    /// @notice An investor, while REGISTERED, asks for the off-ramp of its own available quantity.
    function markAsRedeemable(
        RegistryId registryId,
        CustodyChainId custodyChainId,
        AccountNumber accountNum,
        uint256 quantity
    ) external;

    /// @notice An investor, while EXPORTING, asks for the off-ramp of its own available quantity, to move it to
    /// another registry.
    function markAssetsForExport(
        RegistryId registryId,
        CustodyChainId custodyChainId,
        AccountNumber accountNum,
        uint256 quantity
    ) external;

    /// @notice The owner takes back a mark, in every state of the registry.
    function cancelRedeemable(
        RegistryId registryId,
        CustodyChainId custodyChainId,
        AccountNumber accountNum,
        uint256 quantity
    ) external;

    /// @notice As cancelRedeemable: marks for export and for redemption are the same.
    function cancelExport(
        RegistryId registryId,
        CustodyChainId custodyChainId,
        AccountNumber accountNum,
        uint256 quantity
    ) external;

    /// @return The chain; without custodians if it does not exist.
    function custodyChains(CustodyChainId custodyChainId) external view returns (CustodyChain memory);

    /// @notice A registry's custody chains.
    function chainsOf(RegistryId registryId) external view returns (CustodyChainId[] memory);

    /// @notice The registrar's configuration of an account; not valid if it was never opened.
    function accountDetails(address registrar, Account calldata account)
        external
        view
        returns (AccountDetails memory);

    /// @return balance The account's balance over the chain.
    /// @return earmarked The part of it that is earmarked for deliveries or marked.
    /// @return marked The earmarked part that its owner has marked, for redemption or export.
    function positionOf(CustodyChainId custodyChainId, Account calldata account)
        external
        view
        returns (uint256 balance, uint256 earmarked, uint256 marked);

    /// @return Whether the account holds anything over the chain.
    function checkEntryExists(CustodyChainId custodyChainId, Account calldata account)
        external
        view
        returns (bool);

    /// @notice The quantity ever on-ramped to a custody chain, and the quantity of that off-ramped.
    function chainSupplyOf(CustodyChainId custodyChainId)
        external
        view
        returns (uint256 onramped, uint256 offramped);

    /// @return onramped Over all chains of the registry.
    /// @return offramped Over all chains of the registry.
    function supplyOf(RegistryId registryId) external view returns (uint256 onramped, uint256 offramped);

    /// @return On-ramped less off-ramped over all chains: the sum of all balances.
    function totalSupplyOf(RegistryId registryId) external view returns (uint256);

    /// @return senderAccount 0 if nothing is earmarked.
    /// @return receiverAccount 0 if no receiving account is set.
    /// @return custodyChainId 0 if there is neither.
    function preparedAccounts(address caller, Movement calldata movement)
        external
        view
        returns (AccountNumber senderAccount, AccountNumber receiverAccount, CustodyChainId custodyChainId);
}
