// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Account, AccountDetails, AccountNumber, AccountQuantity } from "../types/Account.sol";
import { RegistryId } from "../types/Registry.sol";
import { IAspects } from "./IAspects.sol";
import { IEarmarkProtocols } from "../registry/core/IEarmarkProtocols.sol";
import { IRegistration } from "./IRegistration.sol";
import { IRegistry } from "./IRegistry.sol";
import { IUpgradable } from "./IUpgradable.sol";

/// @title Registries of balances by owner and account number.
/// @notice Its privilege manager holds registry.REGISTRAR, INVESTOR, CUSTODIAN, ISSUER, DEPOSITARY and OPERATOR
/// (tenants), registry.EARMARK_PROTOCOL_DAPP (delivery managers) and registry.ASPECT_INSTRUMENT (dApps). Balances
/// stand on the ledger in the open: every member can read them. Account data of legs is
/// `abi.encode(uint256 accountNumber)`. Quantities are in the instrument's smallest unit, at least 1 and below 2^128.
///
/// Earmarked or marked quantity does not move by transfer, allowance, reorg or force. A receiver is a registered
/// tenant that is not blacklisted, holds registry.INVESTOR, is whitelisted if the instrument is private, and has an
/// open account.
///
/// An account that terminates its receipts ends what a delivery brings only if it already did so when its owner set it
/// as the receiving account. Every other issue, settlement, transfer, reorg or use of force into it reverts with
/// AccountTerminatesReceipts, so that no registrar alone makes a holding vanish. An import is credited.
///
/// As in ERC-20, transfer, transferFrom, balanceOf and earmarkedBalanceOf also take owners without account numbers. A
/// balance is then the sum over the owner's accounts. A transfer goes from the sender's first account to the
/// receiver's: the first configured one that is open and does not terminate its receipts. An allowance covers all
/// accounts of an owner in one registry; type(uint256).max never falls. To change an allowance, set it to 0 first.
interface IAccountRegistryManager is IRegistry, IRegistration, IEarmarkProtocols, IAspects, IUpgradable {
    /// @dev One of three parts of an account: available (earmarkedBy 0), earmarked by a protocol, or marked
    /// (earmarkedBy this manager, isRedeemable).
    /// @param issuerOrDepositary The registry's instrumentRegistrar.
    struct RegistryEntry {
        address earmarkedBy;
        address issuerOrDepositary;
        Account account;
        bool isRedeemable;
    }

    event AccountConfigured(
        address indexed registrar,
        address indexed owner,
        AccountNumber indexed accountNum,
        AccountDetails details
    );
    /// @notice The account after a change. Comes with every change, beside the event with its cause.
    event AccountChanged(
        RegistryId indexed registryId,
        address indexed owner,
        AccountNumber indexed accountNum,
        uint256 balance,
        uint256 earmarked
    );
    /// @notice The registry's totals after an issue or a termination.
    event SupplyChanged(RegistryId indexed registryId, uint256 issued, uint256 terminated);

    event AssetsIssued(
        RegistryId indexed registryId,
        bytes32 indexed movementRef,
        address indexed receiver,
        AccountNumber receiverAccount,
        uint256 quantity
    );
    event AssetsTransferred(
        RegistryId indexed registryId,
        bytes32 indexed movementRef,
        address indexed sender,
        AccountNumber senderAccount,
        address receiver,
        AccountNumber receiverAccount,
        uint256 quantity
    );
    event AssetsTerminated(
        RegistryId indexed registryId,
        bytes32 indexed movementRef,
        address indexed owner,
        AccountNumber accountNum,
        uint256 quantity
    );
    event AssetsForcedTransferred(
        RegistryId indexed registryId,
        bytes32 indexed reasonFp,
        address indexed sender,
        AccountNumber senderAccount,
        address receiver,
        AccountNumber receiverAccount,
        uint256 quantity
    );
    event AssetsEarmarked(
        RegistryId indexed registryId,
        bytes32 indexed movementRef,
        address indexed owner,
        AccountNumber accountNum,
        address earmarkedBy,
        uint256 quantity
    );
    event AssetsUnearmarked(
        RegistryId indexed registryId,
        bytes32 indexed movementRef,
        address indexed owner,
        AccountNumber accountNum,
        address earmarkedBy,
        uint256 quantity
    );

    /// @notice The account's marked quantity after a change. The registrar may terminate it; it counts as earmarked.
    event MarkChanged(
        RegistryId indexed registryId, address indexed owner, AccountNumber indexed accountNum, uint256 marked
    );
    event AssetsImported(
        RegistryId indexed registryId,
        address indexed receiver,
        AccountNumber receiverAccount,
        uint256 quantity
    );
    /// @param reasonFp 0 if the owner reorganised its own accounts.
    event AssetsReorganised(
        RegistryId indexed registryId,
        bytes32 indexed reasonFp,
        address indexed owner,
        AccountQuantity[] from,
        AccountQuantity[] to
    );
    event AssetsMarkedAsRedeemable(
        RegistryId indexed registryId, address indexed owner, AccountNumber accountNum, uint256 quantity
    );
    event AssetsRedeemableCanceled(
        RegistryId indexed registryId, address indexed owner, AccountNumber accountNum, uint256 quantity
    );
    event AssetsMarkedForExport(
        RegistryId indexed registryId, address indexed owner, AccountNumber accountNum, uint256 quantity
    );
    event AssetsExportCanceled(
        RegistryId indexed registryId, address indexed owner, AccountNumber accountNum, uint256 quantity
    );
    event EntryPrepared(
        RegistryId indexed registryId,
        bytes32 indexed entryRef,
        address indexed receiver,
        AccountNumber receiverAccount,
        uint256 quantity
    );
    event PreparedEntryTerminated(RegistryId indexed registryId, bytes32 indexed entryRef);
    /// @notice The remaining allowance.
    event AllowanceChanged(
        RegistryId indexed registryId, address indexed owner, address indexed spender, uint256 quantity
    );

    error AccountNumberInvalid(bytes data);
    error AccountNotOpen(address registrar, address owner, AccountNumber accountNum);
    error AccountOwnerInvalid(address owner);
    error AccountTerminatesReceipts(address registrar, address owner, AccountNumber accountNum);
    error QuantityInvalid(uint256 quantity);
    error QuantityNotAvailable(
        RegistryId registryId, address owner, AccountNumber accountNum, uint256 available, uint256 quantity
    );
    error QuantityNotMarked(
        RegistryId registryId, address owner, AccountNumber accountNum, uint256 marked, uint256 quantity
    );
    error ReorgNotBalanced(uint256 removed, uint256 added);
    error EntryReferenceMissing();
    error EntryAlreadyPrepared(RegistryId registryId, bytes32 entryRef);
    error EntryNotPrepared(RegistryId registryId, bytes32 entryRef);
    error EntryNotRedeemable(RegistryId registryId, RegistryEntry entry);
    error AllowanceSpenderMissing();
    error AllowanceTooSmall(
        RegistryId registryId, address owner, address spender, uint256 allowance, uint256 quantity
    );
    error SupplyTooLarge(RegistryId registryId, uint256 issued, uint256 quantity);

    /// @notice Works once, in the transaction that creates the proxy.
    function init(address platform, address privilegeManager) external;

    /// @notice registry.REGISTRAR opens, changes or closes an investor's account. A closed account neither earmarks
    /// nor receives. The owner of an omnibus account holds registry.CUSTODIAN. If the registrar makes an account
    /// terminate its receipts, a delivery whose receiver has already set the account waits until the registrar
    /// switches that off.
    function configureAccount(Account calldata account, AccountDetails calldata details) external;

    /// @notice The registrar issues to an account, while REGISTERED and the instrument has not expired.
    function issue(RegistryId registryId, Account calldata to, uint256 quantity) external;

    /// @notice Issues a prepared entry, once.
    function issue(RegistryId registryId, bytes32 entryRef) external;

    /// @notice The registrar prepares an issue, which does not count until it is made. The registrar chooses the
    /// reference, and may use it again afterwards.
    function prepareEntry(RegistryId registryId, bytes32 entryRef, Account calldata to, uint256 quantity)
        external;

    /// @notice The registrar deletes a prepared issue, in every state of the registry.
    function terminatePreparedEntry(RegistryId registryId, bytes32 entryRef) external;

    /// @notice The registrar imports quantity from another registry, while IMPORTING and the instrument has not
    /// expired. It counts as issued.
    function importAssets(RegistryId registryId, Account calldata to, uint256 quantity) external;

    /// @notice The registrar, while REGISTERED or EXPORTING, moves available quantity between two accounts, for a
    /// reason. Not to an account that terminates its receipts.
    function forcedTransfer(
        RegistryId registryId,
        Account calldata from,
        Account calldata to,
        uint256 quantity,
        bytes32 reasonFp
    ) external;

    /// @notice The registrar moves available quantity between one owner's accounts, for a reason. Both sides have the
    /// same total. Not to an account that terminates its receipts.
    function forcedReorg(
        RegistryId registryId,
        address owner,
        AccountQuantity[] calldata from,
        AccountQuantity[] calldata to,
        bytes32 reasonFp
    ) external;

    /// @notice The registrar terminates quantity that its owner has marked, while REGISTERED or EXPORTING. Balance
    /// and supply fall. For quantity that its owner never marks see IRegistration.
    function terminate(RegistryId registryId, Account calldata account, uint256 quantity) external;

    /// @notice As terminate, for an existing redeemable entry.
    function terminateEntry(RegistryId registryId, RegistryEntry calldata entry, uint256 quantity) external;

    /// @notice An owner moves available quantity: always to its own accounts, to others only if the registrar has
    /// whitelisted it as a sender.
    function transfer(RegistryId registryId, AccountNumber from, Account calldata to, uint256 quantity)
        external
        returns (bool);

    /// @notice A transfer from the caller's first account to the receiver's: see above.
    function transfer(RegistryId registryId, address to, uint256 quantity) external returns (bool);

    /// @notice A spender moves an owner's available quantity, if the registrar has whitelisted the owner as a sender.
    /// Owner and spender are in good standing. The allowance falls by the quantity.
    function transferFrom(RegistryId registryId, Account calldata from, Account calldata to, uint256 quantity)
        external
        returns (bool);

    /// @notice A transferFrom the owner's first account to the receiver's: see above.
    function transferFrom(RegistryId registryId, address from, address to, uint256 quantity)
        external
        returns (bool);

    /// @notice An owner with registry.INVESTOR sets the allowance of a spender, a tenant in good standing, while
    /// REGISTERED; to 0 always.
    function approve(RegistryId registryId, address spender, uint256 quantity) external returns (bool);

    /// @notice An owner moves available quantity between its own open accounts. Both sides have the same total.
    function reorg(RegistryId registryId, AccountQuantity[] calldata from, AccountQuantity[] calldata to)
        external;

    /// @notice An owner allows the registrar to terminate available quantity, while REGISTERED. It counts as
    /// earmarked, by this manager.
    function markAsRedeemable(RegistryId registryId, AccountNumber accountNum, uint256 quantity) external;

    /// @notice The owner takes back such a mark, in every state of the registry.
    function cancelRedeemable(RegistryId registryId, AccountNumber accountNum, uint256 quantity) external;

    /// @notice As markAsRedeemable, while EXPORTING, for quantity that moves to another registry.
    function markAssetsForExport(RegistryId registryId, AccountNumber accountNum, uint256 quantity) external;

    /// @notice The owner takes back such a mark, in every state of the registry.
    function cancelExport(RegistryId registryId, AccountNumber accountNum, uint256 quantity) external;

    /// @notice The registrar's configuration of an account; not valid if it was never opened.
    function accountDetails(address registrar, Account calldata account)
        external
        view
        returns (AccountDetails memory);

    /// @notice An account's balance, earmarked quantity included.
    function balanceOf(RegistryId registryId, Account calldata account) external view returns (uint256);

    /// @notice An account's earmarked quantity, marks included.
    function earmarkedBalanceOf(RegistryId registryId, Account calldata account)
        external
        view
        returns (uint256);

    /// @return The sum over the owner's accounts.
    function balanceOf(RegistryId registryId, address owner) external view returns (uint256);

    /// @return The sum over the owner's accounts, between 0 and its balance.
    function earmarkedBalanceOf(RegistryId registryId, address owner) external view returns (uint256);

    /// @return The marked part of the earmarked quantity, which may be terminated.
    function markedBalanceOf(RegistryId registryId, Account calldata account) external view returns (uint256);

    /// @return The remaining allowance.
    function allowance(RegistryId registryId, address owner, address spender) external view returns (uint256);

    /// @return to The account of the prepared issue.
    /// @return quantity 0 if nothing is prepared.
    function preparedEntries(RegistryId registryId, bytes32 entryRef)
        external
        view
        returns (Account memory to, uint256 quantity);

    /// @return Every account that the registrar ever configured for the owner, oldest first.
    function accountsOf(address registrar, address owner) external view returns (AccountNumber[] memory);

    /// @notice Earmarks are counted by account, not by protocol: with several protocols the answer for one holds for
    /// all.
    /// @return Whether that part of the account is at least 1.
    function checkEntryExists(RegistryId registryId, RegistryEntry calldata entry)
        external
        view
        returns (bool);

    /// @return Issued less terminated: the sum of all balances.
    function totalSupplyOf(RegistryId registryId) external view returns (uint256);

    /// @notice The quantity ever issued, and the quantity of that terminated.
    function supplyOf(RegistryId registryId) external view returns (uint256 issued, uint256 terminated);

    /// @return senderAccount 0 if nothing is earmarked.
    /// @return receiverAccount 0 if no receiving account is set.
    function preparedAccounts(address caller, Movement calldata movement)
        external
        view
        returns (AccountNumber senderAccount, AccountNumber receiverAccount);
}
