// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../access/Privileges.sol";
import { IChainRegistryManager } from "../../interfaces/IChainRegistryManager.sol";
import { IPrivilegeManager } from "../../interfaces/IPrivilegeManager.sol";
import { IRegistry } from "../../interfaces/IRegistry.sol";
import { Account, AccountNumber } from "../../types/Account.sol";
import { CustodyChain, CustodyChainId } from "../../types/CustodyChain.sol";
import { RegistryId } from "../../types/Registry.sol";
import { AccountKey, AccountLedger, AccountStore, Supply } from "../accounts/AccountLedger.sol";
import { Position } from "../accounts/Positions.sol";

/// @dev A custody chain is one space of the accounts. Its registry's totals are a map of their own, because a chain's
/// id may be any word.
/// @custom:storage-location erc7201:connex.ChainRegistryManager
struct CustodyChainStore {
    AccountStore accounts;
    mapping(CustodyChainId => CustodyChain) chains;
    mapping(RegistryId => CustodyChainId[]) chainsOf;
    mapping(RegistryId => Supply) totals;
    mapping(bytes32 movementKey => CustodyChainId) movementChains;
}

struct ChainAgent {
    RegistryId registryId;
    CustodyChainId custodyChainId;
    address transferAgent;
}

/// @dev A quantity of one account over one custody chain.
struct ChainAmount {
    RegistryId registryId;
    CustodyChainId custodyChainId;
    Account account;
    uint256 quantity;
}

/// @dev `reasonFp`: 0 where the owner moves its own quantity.
struct ChainTransfer {
    RegistryId registryId;
    CustodyChainId custodyChainId;
    Account from;
    Account to;
    uint256 quantity;
    bytes32 reasonFp;
}

/// @title Custody chains, and the quantity that enters, leaves and moves over them. Callers check the rights.
library CustodyChains {
    using AccountLedger for AccountStore;

    uint256 private constant MAX_CUSTODIANS = 8;

    function create(CustodyChainStore storage self, ChainAgent memory agent, address[] calldata custodians)
        internal
    {
        CustodyChainId custodyChainId = agent.custodyChainId;
        if (CustodyChainId.unwrap(custodyChainId) == 0) {
            revert IChainRegistryManager.CustodyChainIdMissing();
        }
        if (self.chains[custodyChainId].custodians.length > 0) {
            revert IChainRegistryManager.CustodyChainAlreadyExists(custodyChainId);
        }
        _requireDistinct(custodyChainId, custodians);
        self.chains[custodyChainId] = CustodyChain(agent.registryId, agent.transferAgent, custodians);
        self.chainsOf[agent.registryId].push(custodyChainId);
        emit IChainRegistryManager.CustodyChainCreated(
            agent.registryId, custodyChainId, agent.transferAgent, custodians
        );
    }

    /// @dev The custodians and the transfer agent hold the privileges of their roles.
    function requireParties(address privilegeManager, address[] calldata custodians, address transferAgent)
        internal
        view
    {
        uint256 length = custodians.length;
        IPrivilegeManager.Demand[] memory demands = new IPrivilegeManager.Demand[](length + 1);
        for (uint256 i; i < length; ++i) {
            demands[i] = IPrivilegeManager.Demand(custodians[i], Privileges.REGISTRY_CUSTODIAN);
        }
        demands[length] = IPrivilegeManager.Demand(transferAgent, Privileges.REGISTRY_ONRAMPER);
        IPrivilegeManager(privilegeManager).requireAllGranted(demands);
    }

    function requireKnown(
        CustodyChainStore storage self,
        RegistryId registryId,
        CustodyChainId custodyChainId
    ) internal view returns (CustodyChain storage chain) {
        chain = self.chains[custodyChainId];
        bool isKnown = chain.custodians.length > 0
            && RegistryId.unwrap(chain.registryId) == RegistryId.unwrap(registryId);
        if (!isKnown) revert IChainRegistryManager.CustodyChainUnknown(registryId, custodyChainId);
    }

    /// @dev Adds new quantity to an account.
    function rampOn(CustodyChainStore storage self, ChainAmount memory part) internal {
        uint128 amount = AccountLedger.toAmount(part.quantity);
        AccountKey memory key = AccountKey(
            CustodyChainId.unwrap(part.custodyChainId), part.account.owner, part.account.accountNum
        );
        Supply memory supply = self.accounts.issue(key.space, amount);
        Supply storage total = self.totals[part.registryId];
        if (amount > type(uint128).max - total.issued) {
            revert IChainRegistryManager.RegistrySupplyTooLarge(part.registryId, total.issued, amount);
        }
        total.issued += amount;
        _emitSupplyChanged(part.registryId, part.custodyChainId, supply, total);
        emitChanged(part.registryId, key, self.accounts.credit(key, amount));
    }

    /// @dev Ends marked quantity.
    function rampOff(CustodyChainStore storage self, ChainAmount memory part) internal {
        uint128 amount = AccountLedger.toAmount(part.quantity);
        AccountKey memory key = AccountKey(
            CustodyChainId.unwrap(part.custodyChainId), part.account.owner, part.account.accountNum
        );
        Position memory position = self.accounts.debitMarked(key, amount);
        Supply memory supply = self.accounts.terminate(key.space, amount);
        Supply storage total = self.totals[part.registryId];
        total.terminated += amount;
        _emitSupplyChanged(part.registryId, part.custodyChainId, supply, total);
        emitChanged(part.registryId, key, position);
    }

    /// @dev Moves available quantity between two accounts.
    function move(CustodyChainStore storage self, ChainTransfer memory transfer) internal {
        uint128 amount = AccountLedger.toAmount(transfer.quantity);
        (Account memory from, Account memory to) = (transfer.from, transfer.to);
        bool isSame = from.owner == to.owner
            && AccountNumber.unwrap(from.accountNum) == AccountNumber.unwrap(to.accountNum);
        if (isSame) revert IRegistry.MovementSelf(from.owner);
        AccountKey memory key =
            AccountKey(CustodyChainId.unwrap(transfer.custodyChainId), from.owner, from.accountNum);
        emitChanged(transfer.registryId, key, self.accounts.debit(key, amount));
        key = AccountKey(CustodyChainId.unwrap(transfer.custodyChainId), to.owner, to.accountNum);
        emitChanged(transfer.registryId, key, self.accounts.credit(key, amount));
    }

    /// @dev The owner asks for the off-ramp.
    function mark(CustodyChainStore storage self, ChainAmount memory part) internal {
        uint128 amount = AccountLedger.toAmount(part.quantity);
        AccountKey memory key = AccountKey(
            CustodyChainId.unwrap(part.custodyChainId), part.account.owner, part.account.accountNum
        );
        _emitMarked(self, part.registryId, key, self.accounts.mark(key, amount));
    }

    /// @dev The owner withdraws the request.
    function unmark(CustodyChainStore storage self, ChainAmount memory part) internal {
        uint128 amount = AccountLedger.toAmount(part.quantity);
        AccountKey memory key = AccountKey(
            CustodyChainId.unwrap(part.custodyChainId), part.account.owner, part.account.accountNum
        );
        _emitMarked(self, part.registryId, key, self.accounts.unmark(key, amount));
    }

    function outstanding(CustodyChainStore storage self, RegistryId registryId)
        internal
        view
        returns (uint256)
    {
        Supply storage total = self.totals[registryId];
        return total.issued - total.terminated;
    }

    function emitChanged(RegistryId registryId, AccountKey memory key, Position memory position) internal {
        emit IChainRegistryManager.ChainAccountChanged(
            CustodyChainId.wrap(key.space),
            key.owner,
            key.accountNum,
            registryId,
            position.balance,
            position.earmarked
        );
    }

    function _emitMarked(
        CustodyChainStore storage self,
        RegistryId registryId,
        AccountKey memory key,
        Position memory position
    ) private {
        uint256 marked = self.accounts.marks[key.space][key.owner][key.accountNum];
        emit IChainRegistryManager.ChainAssetsMarked(
            registryId, CustodyChainId.wrap(key.space), key.owner, key.accountNum, marked
        );
        emitChanged(registryId, key, position);
    }

    function _emitSupplyChanged(
        RegistryId registryId,
        CustodyChainId custodyChainId,
        Supply memory supply,
        Supply storage total
    ) private {
        emit IChainRegistryManager.ChainSupplyChanged(
            registryId, custodyChainId, supply.issued, supply.terminated, total.issued, total.terminated
        );
    }

    function _requireDistinct(CustodyChainId custodyChainId, address[] calldata custodians) private pure {
        bool isValid = custodians.length > 0 && custodians.length <= MAX_CUSTODIANS;
        for (uint256 i = 1; i < custodians.length && isValid; ++i) {
            for (uint256 j; j < i; ++j) {
                if (custodians[i] == custodians[j]) isValid = false;
            }
        }
        if (!isValid) revert IChainRegistryManager.CustodyChainCustodiansInvalid(custodyChainId);
    }
}
