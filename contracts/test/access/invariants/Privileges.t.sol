// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IPrivilegeManager } from "../../../src/interfaces/IPrivilegeManager.sol";
import { NominationStatus } from "../../../src/types/TenantAccess.sol";
import { Targets } from "../../support/Targets.sol";
import { PrivilegeHandler } from "./PrivilegeHandler.sol";

/// @title Whatever anybody did: the properties 22 to 25. The handler checks of every call whether it may succeed.
contract PrivilegesInvariants is Targets {
    PrivilegeHandler private handler;

    function setUp() external {
        handler = new PrivilegeHandler();
        bytes4[] memory selectors = new bytes4[](8);
        selectors[0] = bytes4(keccak256("change(uint256,uint256,uint256,uint256,bool)"));
        selectors[1] = PrivilegeHandler.changeTwo.selector;
        selectors[2] = PrivilegeHandler.nameRecoverer.selector;
        selectors[3] = PrivilegeHandler.nominateOne.selector;
        selectors[4] = PrivilegeHandler.commitOne.selector;
        selectors[5] = PrivilegeHandler.rejectOne.selector;
        selectors[6] = PrivilegeHandler.revokeOne.selector;
        selectors[7] = PrivilegeHandler.wait_.selector;
        aim(address(handler), selectors);
    }

    /// forge-config: default.invariant.runs = 32
    /// forge-config: deep.invariant.runs = 1000
    function invariant_P23_P24_P25_TheManagerIsWhatTheGhostSays() external view {
        _heldIsWhatWasGrantedAndNotRevoked();
        _thereIsOneSuperUserAndAtMostOneNomination();
        _theRecovererIsWhomTheSuperUserNamedLast();
    }

    function _heldIsWhatWasGrantedAndNotRevoked() private view {
        check(handler.grantsAreAsTheGhostHasThem(), "grants differ from the ghost");
    }

    function _thereIsOneSuperUserAndAtMostOneNomination() private view {
        IPrivilegeManager manager = handler.privilegeManager();
        same(handler.superUsers(), 1, "super users");
        check(manager.isSuperUser(handler.superUser()), "super user differs from the ghost");
        IPrivilegeManager.Nomination memory latest = manager.nomination();
        (bool isPending, address nominee, address nominator, uint256 from) = handler.pending();
        check((latest.status == NominationStatus.NOMINATED) == isPending, "pending differs from the ghost");
        if (!isPending) return;
        same(latest.nominee, nominee, "nominee");
        same(latest.nominator, nominator, "nominator");
        same(latest.committableFrom, from, "committable from");
    }

    function _theRecovererIsWhomTheSuperUserNamedLast() private view {
        (address account, uint64 activeFrom) = handler.privilegeManager().recoverer();
        same(account, handler.recoverer(), "recoverer");
        same(activeFrom, handler.activeFrom(), "active from");
    }
}
