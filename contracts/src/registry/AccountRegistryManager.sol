// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { Initializable } from "@openzeppelin/contracts/proxy/utils/Initializable.sol";
import { Held } from "../access/Held.sol";
import { Privileges } from "../access/Privileges.sol";
import { IAccountRegistryManager } from "../interfaces/IAccountRegistryManager.sol";
import { IDapp } from "../interfaces/IDapp.sol";
import { IInstrumentManager } from "../interfaces/IInstrumentManager.sol";
import { IRegistration } from "../interfaces/IRegistration.sol";
import { IRegistry } from "../interfaces/IRegistry.sol";
import { Account, AccountDetails } from "../types/Account.sol";
import { AccountNumber } from "../types/AccountNumber.sol";
import { InstrumentId } from "../types/InstrumentId.sol";
import { RegistryId } from "../types/RegistryId.sol";
import { AccountData } from "./AccountData.sol";
import { Position, Positions } from "./Positions.sol";
import { Book, RegistrationStore, Registrations } from "./Registrations.sol";

contract AccountRegistryManager is IAccountRegistryManager, Initializable {
    using Positions for Position;
    using Registrations for RegistrationStore;

    struct Supply {
        uint128 issued;
        uint128 terminated;
    }

    /// @dev Both sides of a movement in one slot; 0 where nothing is earmarked, or no receipt is named.
    struct Prepared {
        AccountNumber senderAccount;
        AccountNumber receiverAccount;
    }

    /// @inheritdoc IDapp
    address public platform;
    RegistrationStore private registrations;
    mapping(RegistryId => Supply) private supplies;
    mapping(address registrar => mapping(address owner => mapping(AccountNumber => AccountDetails))) private
        accounts;
    mapping(RegistryId => mapping(address owner => mapping(AccountNumber => Position))) private positions;
    mapping(bytes32 movementKey => Prepared) private prepared;

    constructor() {
        _disableInitializers();
    }

    /// @inheritdoc IAccountRegistryManager
    function init(address platform_, address privilegeManager_) external initializer {
        platform = platform_;
        registrations.privilegeManager = privilegeManager_;
    }

    /// @inheritdoc IRegistration
    function requestInstrumentRegistration(
        address instrumentManager,
        InstrumentId instrumentId,
        uint32 instrumentRevision
    ) external returns (RegistryId) {
        return registrations.request(instrumentManager, instrumentId, instrumentRevision);
    }

    /// @inheritdoc IRegistration
    function cancelInstrumentRegistration(RegistryId registryId, bytes32 reasonFp) external {
        registrations.cancel(registryId, reasonFp);
    }

    /// @inheritdoc IRegistration
    function rejectInstrumentRegistration(RegistryId registryId, bytes32 reasonFp) external {
        registrations.reject(registryId, reasonFp);
    }

    /// @inheritdoc IRegistration
    function confirmInstrumentRegistrationAndPrepareRegistry(RegistryId registryId) external {
        registrations.confirm(registryId);
    }

    /// @inheritdoc IRegistration
    function suspendRegistry(RegistryId registryId, bytes32 reasonFp) external {
        registrations.suspend(registryId, reasonFp);
    }

    /// @inheritdoc IRegistration
    function unsuspendRegistry(RegistryId registryId, bytes32 reasonFp) external {
        registrations.unsuspend(registryId, reasonFp);
    }

    /// @inheritdoc IAccountRegistryManager
    function configureAccount(Account calldata account, AccountDetails calldata details) external {
        _requireHeld(msg.sender, Privileges.REGISTRY_REGISTRAR);
        if (account.accountNum.isNone()) revert AccountNumberInvalid(abi.encode(account.accountNum));
        if (account.owner == msg.sender) revert AccountOwnerInvalid(account.owner);
        if (details.valid) _requireHeld(account.owner, Privileges.REGISTRY_INVESTOR);
        accounts[msg.sender][account.owner][account.accountNum] = details;
        emit AccountConfigured(msg.sender, account.owner, account.accountNum, details);
    }

    /// @inheritdoc IAccountRegistryManager
    function forcedTransfer(
        RegistryId registryId,
        Account calldata from,
        Account calldata to,
        uint256 quantity,
        bytes32 reasonFp
    ) external {
        Book storage book = registrations.registered(registryId);
        registrations.requireRegistrar(registryId, book, msg.sender);
        if (reasonFp == 0) revert ReasonMissing();
        if (
            from.owner == to.owner
                && AccountNumber.unwrap(from.accountNum) == AccountNumber.unwrap(to.accountNum)
        ) revert MovementSelf(from.owner);
        registrations.requireHolder(book, to.owner);
        _requireOpen(book.registrar, to.owner, to.accountNum);
        uint128 amount = _amount(quantity);
        _requireAvailable(registryId, from.owner, from.accountNum, amount);
        positions[registryId][from.owner][from.accountNum].sendFree(amount);
        emit AssetsForcedTransferred(
            registryId, reasonFp, from.owner, from.accountNum, to.owner, to.accountNum, quantity
        );
        _emitChanged(registryId, from.owner, from.accountNum);
        _receive(registryId, book, reasonFp, to.owner, to.accountNum, amount);
    }

    /// @inheritdoc IRegistry
    function checkMovement(Movement calldata movement) external view {
        Book storage book = registrations.registered(movement.registryId);
        address registrar = movement.registrar;
        registrations.requireRegistrar(movement.registryId, book, registrar);
        _amount(movement.quantity);
        if (movement.sender == movement.receiver) revert MovementSelf(movement.sender);
        if (movement.sender != registrar) _requireHeld(movement.sender, Privileges.REGISTRY_INVESTOR);
        if (movement.receiver != registrar) registrations.requireHolder(book, movement.receiver);
    }

    /// @inheritdoc IRegistry
    function earmark(Movement calldata movement, bytes calldata senderData) external {
        _requireHeld(msg.sender, Privileges.REGISTRY_EARMARK_PROTOCOL_DAPP);
        RegistryId registryId = movement.registryId;
        Book storage book = registrations.registered(registryId);
        address owner = movement.sender;
        if (owner == book.registrar) revert MovementWithoutInvestor(registryId);
        _requireHeld(owner, Privileges.REGISTRY_INVESTOR);
        Prepared storage record = prepared[_key(msg.sender, movement)];
        if (!record.senderAccount.isNone()) revert EarmarkAlreadyTaken(movement.movementRef);
        AccountNumber accountNum = AccountData.decode(senderData);
        _requireOpen(book.registrar, owner, accountNum);
        uint128 amount = _amount(movement.quantity);
        _requireAvailable(registryId, owner, accountNum, amount);
        record.senderAccount = accountNum;
        positions[registryId][owner][accountNum].earmark(amount);
        emit AssetsEarmarked(registryId, movement.movementRef, owner, accountNum, msg.sender, amount);
        _emitChanged(registryId, owner, accountNum);
    }

    /// @inheritdoc IRegistry
    function nameReceipt(Movement calldata movement, bytes calldata receiverData) external {
        _requireHeld(msg.sender, Privileges.REGISTRY_EARMARK_PROTOCOL_DAPP);
        RegistryId registryId = movement.registryId;
        Book storage book = registrations.known(registryId);
        address receiver = movement.receiver;
        if (receiver == book.registrar) revert MovementWithoutInvestor(registryId);
        _requireHeld(receiver, Privileges.REGISTRY_INVESTOR);
        AccountNumber accountNum = AccountData.decode(receiverData);
        _requireOpen(book.registrar, receiver, accountNum);
        prepared[_key(msg.sender, movement)].receiverAccount = accountNum;
    }

    /// @inheritdoc IRegistry
    /// @dev Asks for no privilege: only who has earmarked finds the movement, and must be able to give it back even
    /// after losing the right to move it.
    function unearmark(Movement calldata movement) external {
        Prepared memory record = _take(movement);
        RegistryId registryId = movement.registryId;
        if (record.senderAccount.isNone()) return;
        uint128 amount = uint128(movement.quantity);
        positions[registryId][movement.sender][record.senderAccount].unearmark(amount);
        emit AssetsUnearmarked(
            registryId, movement.movementRef, movement.sender, record.senderAccount, msg.sender, amount
        );
        _emitChanged(registryId, movement.sender, record.senderAccount);
    }

    /// @inheritdoc IRegistry
    function transferAndUnearmark(Movement calldata movement) external {
        _requireHeld(msg.sender, Privileges.REGISTRY_EARMARK_PROTOCOL_DAPP);
        Book storage book = registrations.registered(movement.registryId);
        address registrar = book.registrar;
        _requireHeld(registrar, Privileges.REGISTRY_REGISTRAR);
        Prepared memory record = _take(movement);
        if (movement.sender == registrar) _issue(book, movement, record);
        else if (movement.receiver == registrar) _terminate(movement, record);
        else _transfer(book, movement, record);
    }

    /// @inheritdoc IRegistry
    function preparedSides(address caller, Movement calldata movement)
        external
        view
        returns (bool isEarmarked, bool isReceiptNamed)
    {
        Prepared storage record = prepared[_key(caller, movement)];
        return (!record.senderAccount.isNone(), !record.receiverAccount.isNone());
    }

    /// @inheritdoc IAccountRegistryManager
    function preparedAccounts(address caller, Movement calldata movement)
        external
        view
        returns (AccountNumber, AccountNumber)
    {
        Prepared storage record = prepared[_key(caller, movement)];
        return (record.senderAccount, record.receiverAccount);
    }

    /// @inheritdoc IDapp
    function privilegeManager() public view returns (address) {
        return registrations.privilegeManager;
    }

    /// @inheritdoc IRegistration
    function registries(RegistryId registryId) external view returns (Registry memory) {
        return registrations.toView(registryId);
    }

    /// @inheritdoc IRegistration
    function registrationRequests(RegistryId registryId) external view returns (RegistrationRequest memory) {
        return registrations.requests[registryId];
    }

    /// @inheritdoc IAccountRegistryManager
    function accountDetails(address registrar, Account calldata account)
        external
        view
        returns (AccountDetails memory)
    {
        return accounts[registrar][account.owner][account.accountNum];
    }

    /// @inheritdoc IAccountRegistryManager
    function balanceOf(RegistryId registryId, Account calldata account) external view returns (uint256) {
        return positions[registryId][account.owner][account.accountNum].balance;
    }

    /// @inheritdoc IAccountRegistryManager
    function earmarkedBalanceOf(RegistryId registryId, Account calldata account)
        external
        view
        returns (uint256)
    {
        return positions[registryId][account.owner][account.accountNum].earmarked;
    }

    /// @inheritdoc IAccountRegistryManager
    function totalSupplyOf(RegistryId registryId) external view returns (uint256) {
        return supplies[registryId].issued - supplies[registryId].terminated;
    }

    /// @inheritdoc IAccountRegistryManager
    function supplyOf(RegistryId registryId) external view returns (uint256, uint256) {
        return (supplies[registryId].issued, supplies[registryId].terminated);
    }

    /// @inheritdoc IDapp
    function getVersion() external pure returns (uint256) {
        return 1;
    }

    function _issue(Book storage book, Movement calldata movement, Prepared memory record) private {
        _requireReceipt(book, movement, record);
        if (!IInstrumentManager(book.instrumentManager).isValidInstrument(book.instrumentId)) {
            revert InstrumentNotIssuable(book.instrumentId);
        }
        uint128 amount = uint128(movement.quantity);
        Supply storage supply = supplies[movement.registryId];
        if (amount > type(uint128).max - supply.issued) {
            revert SupplyTooLarge(movement.registryId, supply.issued, amount);
        }
        supply.issued += amount;
        emit AssetsIssued(
            movement.registryId, movement.movementRef, movement.receiver, record.receiverAccount, amount
        );
        emit SupplyChanged(movement.registryId, supply.issued, supply.terminated);
        _receive(
            movement.registryId, book, movement.movementRef, movement.receiver, record.receiverAccount, amount
        );
    }

    function _terminate(Movement calldata movement, Prepared memory record) private {
        if (record.senderAccount.isNone()) revert EarmarkNotTaken(movement.movementRef);
        uint128 amount = uint128(movement.quantity);
        positions[movement.registryId][movement.sender][record.senderAccount].sendEarmarked(amount);
        _writeOff(movement.registryId, movement.movementRef, movement.sender, record.senderAccount, amount);
        _emitChanged(movement.registryId, movement.sender, record.senderAccount);
    }

    function _transfer(Book storage book, Movement calldata movement, Prepared memory record) private {
        if (record.senderAccount.isNone()) revert EarmarkNotTaken(movement.movementRef);
        _requireReceipt(book, movement, record);
        uint128 amount = uint128(movement.quantity);
        positions[movement.registryId][movement.sender][record.senderAccount].sendEarmarked(amount);
        emit AssetsTransferred(
            movement.registryId,
            movement.movementRef,
            movement.sender,
            record.senderAccount,
            movement.receiver,
            record.receiverAccount,
            amount
        );
        _emitChanged(movement.registryId, movement.sender, record.senderAccount);
        _receive(
            movement.registryId, book, movement.movementRef, movement.receiver, record.receiverAccount, amount
        );
    }

    /// @dev Credits an account; where the account terminates what it receives, it terminates that at once.
    function _receive(
        RegistryId registryId,
        Book storage book,
        bytes32 movementRef,
        address owner,
        AccountNumber accountNum,
        uint128 amount
    ) private {
        if (accounts[book.registrar][owner][accountNum].terminateOnReceive) {
            _writeOff(registryId, movementRef, owner, accountNum, amount);
        } else {
            positions[registryId][owner][accountNum].receiveFree(amount);
            _emitChanged(registryId, owner, accountNum);
        }
    }

    function _writeOff(
        RegistryId registryId,
        bytes32 movementRef,
        address owner,
        AccountNumber accountNum,
        uint128 amount
    ) private {
        Supply storage supply = supplies[registryId];
        supply.terminated += amount;
        emit AssetsTerminated(registryId, movementRef, owner, accountNum, amount);
        emit SupplyChanged(registryId, supply.issued, supply.terminated);
    }

    /// @dev Takes the record away before anything moves, so that nothing can be moved or released twice.
    function _take(Movement calldata movement) private returns (Prepared memory record) {
        bytes32 key = _key(msg.sender, movement);
        record = prepared[key];
        if (record.senderAccount.isNone() && record.receiverAccount.isNone()) {
            revert EarmarkNotTaken(movement.movementRef);
        }
        delete prepared[key];
    }

    function _key(address caller, Movement calldata movement) private pure returns (bytes32) {
        return keccak256(abi.encode(caller, movement));
    }

    function _amount(uint256 quantity) private pure returns (uint128) {
        if (quantity == 0 || quantity > type(uint128).max) revert QuantityInvalid(quantity);
        return uint128(quantity);
    }

    function _requireReceipt(Book storage book, Movement calldata movement, Prepared memory record)
        private
        view
    {
        if (record.receiverAccount.isNone()) revert ReceiptNotNamed(movement.movementRef);
        _requireOpen(book.registrar, movement.receiver, record.receiverAccount);
        registrations.requireHolder(book, movement.receiver);
    }

    function _requireOpen(address registrar, address owner, AccountNumber accountNum) private view {
        if (!accounts[registrar][owner][accountNum].valid) {
            revert AccountNotOpen(registrar, owner, accountNum);
        }
    }

    function _requireAvailable(RegistryId registryId, address owner, AccountNumber accountNum, uint128 amount)
        private
        view
    {
        Position memory position = positions[registryId][owner][accountNum];
        if (amount > position.available()) {
            revert QuantityNotAvailable(registryId, owner, accountNum, position.available(), amount);
        }
    }

    function _requireHeld(address holder, bytes32 privilege) private view {
        Held.demand(registrations.privilegeManager, holder, privilege);
    }

    function _emitChanged(RegistryId registryId, address owner, AccountNumber accountNum) private {
        Position storage position = positions[registryId][owner][accountNum];
        emit AccountChanged(registryId, owner, accountNum, position.balance, position.earmarked);
    }
}
