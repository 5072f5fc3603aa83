// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IAccountRegistryManager } from "../../src/interfaces/IAccountRegistryManager.sol";
import { IRegistry } from "../../src/interfaces/IRegistry.sol";
import { AccountNumber } from "../../src/types/Account.sol";
import { CustodyChainId } from "../../src/types/CustodyChain.sol";
import { RegistryState } from "../../src/types/Registry.sol";
import { MovementFixture } from "./MovementFixture.sol";

/// @title ChainRegistryManager: setReceivingAccount.
contract SetReceivingAccountTest is MovementFixture {
    function test_Privilege_EARMARK_PROTOCOL_DAPP_HasItNot() external {
        refuses(notHeld(baltic, Privileges.REGISTRY_EARMARK_PROTOCOL_DAPP));
        _name(baltic, _movement(), CHAIN);
    }

    function test_Privilege_EARMARK_PROTOCOL_DAPP_HadItUntilTheTransactionBefore() external {
        _revoke(dapp, Privileges.REGISTRY_EARMARK_PROTOCOL_DAPP);
        refuses(notHeld(dapp, Privileges.REGISTRY_EARMARK_PROTOCOL_DAPP));
        _name(dapp, _movement(), CHAIN);
    }

    function test_P09_RevertWhen_ItWouldIssue() external {
        IRegistry.Movement memory movement = _movement();
        movement.sender = meridian;
        refuses(_notBetweenInvestors());
        _name(dapp, movement, CHAIN);
    }

    function test_RevertWhen_TheQuantityIsNothing() external {
        IRegistry.Movement memory movement = _movement();
        movement.quantity = 0;
        refuses(abi.encodeWithSelector(IAccountRegistryManager.QuantityInvalid.selector, 0));
        _name(dapp, movement, CHAIN);
    }

    function test_P36_RevertWhen_TheRegistryIsSuspended() external {
        _suspend();
        refuses(_notRegistered(shares, RegistryState.SUSPENDED));
        _name(dapp, _movement(), CHAIN);
    }

    function test_RevertWhen_TheChainIsUnknownOrOfAnotherRegistry() external {
        refuses(_chainUnknown(shares, UNKNOWN));
        _name(dapp, _movement(), UNKNOWN);
        refuses(_chainUnknown(shares, FOREIGN));
        _name(dapp, _movement(), FOREIGN);
    }

    function test_RevertWhen_TheAccountIsNotOpen() external {
        _configure(meridian, baltic, 2, false);
        refuses(_notOpen(meridian, baltic, 2));
        _name(dapp, _movement(), CHAIN);
    }

    function test_RevertWhen_TheSenderHasEarmarkedOverAnotherChain() external {
        _earmark(dapp, _movement(), CHAIN);
        refuses(_differ(CHAIN, OWN));
        _name(dapp, _movement(), OWN);
    }

    function test_Privilege_EARMARK_PROTOCOL_DAPP_HasIt_AndMayNameAgainWhileNothingIsEarmarked() external {
        _name(dapp, _movement(), CHAIN);
        _name(dapp, _movement(), OWN);
        (AccountNumber from, AccountNumber to, CustodyChainId over) =
            chains.preparedAccounts(dapp, _movement());
        same(AccountNumber.unwrap(from), 0, "from");
        same(AccountNumber.unwrap(to), 2, "to");
        same(CustodyChainId.unwrap(over), CustodyChainId.unwrap(OWN), "chain");
        (bool isEarmarked, bool isReceivingAccountSet) = chains.preparedSides(dapp, _movement());
        check(!isEarmarked && isReceivingAccountSet, "sides");
    }
}
